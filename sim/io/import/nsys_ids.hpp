#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace warpshop::io {

/// Numbers for what is unique only within its process or context: its own number if nothing else has that, else one
/// above 2^32.
class UniqueNumbers {
 public:
  /// process, context, number
  using Key = std::array<std::uint64_t, 3>;

  std::uint64_t operator()(const Key& key) {
    const auto [found, fresh] = numbers_.try_emplace(key, key[2]);
    if (fresh && !taken_.insert(key[2]).second) {
      while (!taken_.insert(next_).second) {
        ++next_;
      }
      found->second = next_;
    }
    return found->second;
  }

 private:
  std::map<Key, std::uint64_t> numbers_;
  std::unordered_set<std::uint64_t> taken_;
  std::uint64_t next_ = (std::uint64_t{1} << 32U) + 1;
};

/// Turns an export's ids into those of a RecordedTrace. Its global ids hold hardware, virtual machine and process above
/// 24 bits of the thread; streams and events are unique in a context of a process, correlations in a process.
class NsysIds {
 public:
  /// 0, 1, … in the order in which processes are asked for; one that is not recorded is the first.
  std::uint64_t process(std::optional<std::int64_t> global_id);
  std::uint64_t thread(std::optional<std::int64_t> global_id);
  /// Of an export that has no global ids, as nvprof's, which are of one process.
  std::uint64_t own_thread(std::int64_t id) { return threads_({0, 1, as_key(id)}); }
  std::uint64_t stream(std::uint64_t process, std::int64_t context, std::int64_t stream) {
    return streams_({process, as_key(context), as_key(stream)});
  }
  std::uint64_t event(std::uint64_t process, std::int64_t context, std::int64_t event) {
    return events_({process, as_key(context), as_key(event)});
  }
  /// 0 ≤ correlation ≤ kLargestCorrelation; 0, not recorded, stays 0. That of the first process is as it was.
  static std::uint64_t correlation(std::uint64_t process, std::int64_t correlation) {
    return correlation == 0 ? 0 : (process << kCorrelationBits) + as_key(correlation);
  }
  /// Position of the GPU of the machine that a process calls by that number, if it is known.
  std::optional<std::uint32_t> gpu(std::optional<std::int64_t> global_id, std::int64_t device) const;
  void set_gpu(std::int64_t process_id, std::int64_t device, std::uint32_t gpu) { gpus_[{process_id, device}] = gpu; }

  static constexpr unsigned kCorrelationBits = 40;
  static constexpr std::int64_t kLargestCorrelation = (std::int64_t{1} << kCorrelationBits) - 1;

 private:
  static constexpr unsigned kThreadBits = 24;
  static std::uint64_t as_key(std::int64_t value) { return static_cast<std::uint64_t>(value); }

  std::unordered_map<std::uint64_t, std::uint64_t> processes_;
  UniqueNumbers threads_, streams_, events_;
  std::map<std::pair<std::int64_t, std::int64_t>, std::uint32_t> gpus_;
};

}  // namespace warpshop::io
