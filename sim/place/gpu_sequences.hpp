#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "sim/place/placing_problem.hpp"

namespace warpshop::place {

/// A job in the queue of a GPU: it starts behind those before it, once at most `beside` others are there and it fits.
struct Queued {
  std::size_t job = 0;
  std::size_t beside = 0;  ///< < at_most
  friend bool operator==(const Queued&, const Queued&) = default;
};
using GpuQueue = std::vector<Queued>;

/// What each GPU does one after the other in a placement: by GPU, jobs as they start.
std::vector<GpuQueue> queues_of(const PlacingProblem& problem, const Placement& placement);

/// Plays a queue, and puts down in `placement` what becomes of its jobs. When the last has ended; nothing: a job does
/// not fit the GPU.
std::optional<Millis> play(const PlacingProblem& problem, std::size_t gpu, const GpuQueue& queue, Placement& placement);

}  // namespace warpshop::place
