#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <stdexcept>
#include <string>

#include "sim/model/mechanism.hpp"
#include "sim/model/units.hpp"

namespace warpshop::evaluate {

/// What it has taken that CTAs of a task's kernels were told to leave before these had ended.
struct Preempted {
  std::uint64_t times = 0;
  /// SMs that its CTAs held while their contexts moved or they waited to be gone, and for what was lost; a CTA holds
  /// the part of an SM that as many of them fill as fit.
  Millis sm_time{0};
};

/// The same of all tasks.
class Preemptions {
 public:
  void count(std::uint32_t task) { ++by_task_[task].times; }
  /// So many CTAs, of which `per_sm` fill an SM, held it for so many milliseconds each.
  void add_time(std::uint32_t task, std::int64_t ctas, std::uint32_t per_sm, double ms) {
    if (ms > 0) {
      by_task_[task].sm_time += Millis{ms * static_cast<double>(ctas) / static_cast<double>(per_sm)};
    }
  }
  /// Tasks that were never preempted are missing.
  const std::map<std::uint32_t, Preempted>& by_task() const { return by_task_; }

 private:
  std::map<std::uint32_t, Preempted> by_task_;
};

/// Whether a kernel gets anywhere whose CTAs are saved or flushed again and again.
class VainTurns {
 public:
  void count() { ++in_vain_; }
  /// So many of its subtasks are left. Throws std::runtime_error: as many as a thousand times before.
  void check(double left, Leaving leaving) {
    constexpr int kMost = 1000;
    constexpr double kNone = 1e-12;
    if (left < least_left_ - kNone * std::max(left, 1.0)) {
      least_left_ = left;
      in_vain_ = 0;
    } else if (in_vain_ > kMost) {
      throw std::runtime_error("the SMs are taken from a kernel before it gets anywhere, for the " +
                               std::to_string(kMost) + "th time: a turn is shorter than " +
                               (leaving == Leaving::save ? "a context takes to be moved" : "a subtask"));
    }
  }

 private:
  double least_left_ = std::numeric_limits<double>::infinity();
  int in_vain_ = 0;  ///< times since then
};

}  // namespace warpshop::evaluate
