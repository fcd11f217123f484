#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace warpshop::share {

/// A kernel on SMs of its own, and how fast it was there.
struct SpartKernel {
  std::uint32_t sms = 1;  ///< ≥ 1
  double speed = 0;       ///< of its speed alone
  double goal = 0;        ///< the same; 0: none
};

/// How many SMs each is to have next: a step of hill climbing by a linear model, speed ~ SMs (S1 3; what the source
/// does not print is ours). A kernel that misses its goal is to have ceil(SMs · goal / speed), one that would keep it
/// with fewer as many as that, but never less than 1; it comes nearer by at most `step`. What is missing comes from the
/// kernel without a goal that has most, else from the one with a goal that can spare it by the model; what is left over
/// goes to the one without a goal that has fewest; where all have a goal nobody gives any back. Nobody's last SM is
/// taken.
std::vector<std::uint32_t> next_sms(std::span<const SpartKernel> kernels, std::uint32_t step);

}  // namespace warpshop::share
