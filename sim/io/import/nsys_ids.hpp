#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "sim/io/import/recorded_names.hpp"
#include "sim/io/import/recorded_trace.hpp"
#include "sim/io/import/sqlite_file.hpp"

namespace warpshop::io {

/// Turns an export's ids into those of a RecordedTrace. Its global ids hold hardware, virtual machine and process above
/// 24 bits of the thread; streams and events are unique in a context of a process, correlations in a process. Of its
/// strings (table StringIds; of nvprof: StringTable), which hold environments and output of processes as well, it reads
/// those alone that are asked for.
class NsysIds {
 public:
  /// The file outlives it.
  explicit NsysIds(const SqliteFile& file);

  /// 0, 1, … in the order in which processes are asked for; one that is not recorded is the first.
  std::uint32_t process(std::optional<std::int64_t> global_id);
  std::uint64_t thread(std::optional<std::int64_t> global_id);
  /// Of an export that has no global ids, as nvprof's, which are of one process.
  std::uint64_t own_thread(std::int64_t id) { return threads_({0, 0, 1, as_key(id)}); }
  std::uint64_t stream(std::uint32_t process, std::int64_t context, std::int64_t stream) {
    return streams_({process, 0, as_key(context), as_key(stream)});
  }
  std::uint64_t event(std::uint32_t process, std::int64_t context, std::int64_t event) {
    return events_({process, 0, as_key(context), as_key(event)});
  }
  /// Position of the GPU of the machine that a process calls by that number, if it is known.
  std::optional<std::uint32_t> gpu(std::optional<std::int64_t> global_id, std::int64_t device) const;
  void set_gpu(std::int64_t process_id, std::int64_t device, std::uint32_t gpu) { gpus_[{process_id, device}] = gpu; }

  /// Position of that name: at most 4096 bytes of it.
  std::uint32_t name(std::string_view name);
  /// The same of a string by its id; `#ID` where there is no such string. Throws InputError: there is no table of them.
  std::uint32_t string(std::int64_t id);
  RecordedNames& names() { return names_; }

 private:
  static constexpr unsigned kThreadBits = 24;
  static std::uint64_t as_key(std::int64_t value) { return static_cast<std::uint64_t>(value); }

  const SqliteFile& file_;
  std::unordered_map<std::uint64_t, std::uint32_t> processes_;
  UniqueNumbers threads_, streams_, events_;
  std::map<std::pair<std::int64_t, std::int64_t>, std::uint32_t> gpus_;
  std::optional<SqliteRows> strings_;
  std::unordered_map<std::int64_t, std::uint32_t> by_id_;
  RecordedNames names_;
};

}  // namespace warpshop::io
