#pragma once

#include <stdexcept>
#include <string>

#include "sim/model/instance.hpp"
#include "sim/model/policy_settings.hpp"

namespace warpshop::share {

/// Turns are no shorter than this part of all kernels together, as their number is what a plan costs.
inline constexpr double kMostTurns = 20'000;

inline Millis least_turn(const Instance& instance) {
  Millis all{0};
  for (const Job& job : instance.jobs) {
    all += job.kernel;
  }
  return all / kMostTurns;
}

/// Throws std::runtime_error: turns, called `what`, are no longer than what counts as one instant.
inline void check_turn(Millis now, Millis turn, const std::string& what) {
  if (tied(now, now + turn)) {
    throw std::runtime_error(what + " of " + setting_number(turn.count()) + " ms cannot be told apart after " +
                             setting_number(now.count()) + " ms");
  }
}

}  // namespace warpshop::share
