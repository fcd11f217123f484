#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "sim/model/share.hpp"

namespace warpshop::evaluate {

/// CTAs of one kernel that were dispatched together, as many on each of neighbouring SMs: each is as far with its
/// subtask as the others, and all end theirs at once. Times in milliseconds.
struct Cohort {
  std::uint32_t slot = 0;  ///< whose
  std::uint32_t first_sm = 0;
  std::uint32_t sms = 0;
  std::uint32_t ctas = 0;  ///< on each SM
  double begins = 0;       ///< works from then, and holds its room from `since`
  double phase = 0;        ///< of the subtask in hand, up to 1; below 0: does others' as well
  double speed = 0;        ///< subtasks of each CTA in a millisecond
  bool leaving = false;    ///< takes no more subtasks
  double leaves = 0;       ///< leaving: holds its room at least until then
  bool idle = false;       ///< leaving, and its last subtask has ended
  bool asks = false;       ///< its subtasks have ended: it takes the next
  bool last = false;       ///< dealt when nothing was left to take after it: those that are help each other
  bool spreads = false;    ///< does its part of what all do of the last round together, see last_round.hpp
  double longer = 1;       ///< so much longer its subtasks take than the law says, see last_round.hpp
  double since = 0;        ///< holds what it holds since then
  double phase_then = 0;   ///< phase at `since`
  std::int64_t done = 0;   ///< subtasks that have ended since

  std::int64_t size() const { return std::int64_t{sms} * ctas; }
  std::uint32_t last_sm() const { return first_sm + sms; }
  SmRange range() const { return {.first = first_sm, .sms = sms, .ctas = ctas}; }
  bool works(double now) const { return begins <= now && !idle && !asks; }
  /// What the phase may be off by at a time: what was added to it, and what a double tells apart there.
  double slack(double now) const {
    constexpr double kAdded = 1e-9;
    constexpr double kMost = 0.25;
    return std::min(kMost, kAdded + 4 * std::numeric_limits<double>::epsilon() * now * speed);
  }
  /// Whole subtasks of each CTA that have ended, where the phase has gone past 1.
  std::int64_t ended(double now) const {
    return std::max(std::int64_t{0}, static_cast<std::int64_t>(std::floor(phase + slack(now))));
  }
  /// More, or less, of the subtasks in hand is done, by others.
  void shift(double by) {
    phase += by;
    phase_then += by;
  }
};

}  // namespace warpshop::evaluate
