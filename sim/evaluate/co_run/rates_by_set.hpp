#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "sim/evaluate/co_run/co_run_model.hpp"
#include "sim/model/co_run.hpp"
#include "sim/model/units.hpp"

namespace warpshop::evaluate {

/// Values as their bytes, one behind the other: what differs in any bit is another key.
class BytesKey {
 public:
  template <class Value>
  BytesKey& add(Value value) {
    const auto bytes = std::bit_cast<std::array<char, sizeof value>>(value);
    bytes_.append(bytes.data(), bytes.size());
    return *this;
  }
  void clear() { bytes_.clear(); }
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

/// group_rates(), kept by the set of residents: who runs beside whom comes back with every request of a client, and to
/// solve the law takes a thousand times longer than to look its answer up. Launches are told apart, whichever they are.
/// Keeps at most kMostSets answers, then begins anew.
class RatesBySet {
 public:
  static constexpr std::size_t kMostSets = 10'000;

  /// Keeps a reference.
  explicit RatesBySet(const CoRunProfile& profile) : profile_(profile) {}

  /// Until the next call.
  std::span<const SubtasksPerMilli> rates(std::span<const SmGroup> groups, double memory = 1);
  /// What tells its law from others'. Copies of a kernel have one.
  void add_kernel(BytesKey& key, std::size_t kernel) const;

 private:
  /// Which law it is, and whether it is the kernel of another resident: kernels may be copies of each other.
  void add_law(std::size_t kernel);

  const CoRunProfile& profile_;
  std::unordered_map<std::string, std::vector<SubtasksPerMilli>> known_;
  BytesKey set_;
  std::vector<std::size_t> launches_, kernels_;
};

}  // namespace warpshop::evaluate
