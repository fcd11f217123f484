#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/model/instance.hpp"

namespace warpshop::evaluate {

/// Whether the footprints of all tasks and their jobs together are more than the device's memory.
bool needs_rounds(const Instance& instance);

/// Cuts an order into rounds, one task after the other: each takes the tasks that come next for as long as what they
/// hold fits into the device's memory together, so there are as few rounds as the order allows. A task holds its
/// footprint for its round; its job holds its own in every round from that of the job's first task to that of its last.
class RoundCutter {
 public:
  /// The instance outlives it.
  explicit RoundCutter(const Instance& instance);

  /// Whether the task that comes next starts a round.
  bool starts_round(std::uint32_t task);

 private:
  const Instance* instance_;
  std::vector<std::uint32_t> coming_;  ///< by job with a footprint: how many of its tasks are to come
  std::vector<bool> holds_;            ///< by job with a footprint: it has begun
  std::int64_t held_ = 0;              ///< by jobs that have begun and not ended
  std::int64_t left_ = -1;             ///< of the memory in this round; below 0: there is none yet
};

/// Plan::rounds of an order, as RoundCutter cuts it. Empty where all fit at once.
std::vector<std::uint32_t> rounds_of(const Instance& instance, std::span<const std::uint32_t> order);

}  // namespace warpshop::evaluate
