#pragma once

#include "sim/model/instance.hpp"

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

}  // namespace warpshop::share
