#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/evaluate/events/readiness.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/objective.hpp"
#include "sim/model/plan.hpp"
#include "sim/model/timeline.hpp"

namespace warpshop::evaluate {

/// The fluid model of S5 eq. 3.1, simulated from event to event: the reference for every case (one DMA engine or two,
/// pinned and pageable, latencies, missing stages, release times, either submission). A copy holds its engine for its
/// latency, then moves its payload, at rate 1, or, while an opposing payload moves, at the instance's relative rate;
/// rates change at the instants at which either begins or ends. O(n), with streams O(n log n). An order holds each job
/// at most once.
Millis event_makespan(const Instance& instance, const Plan& plan);

/// What a plan costs: see cost.hpp.
Millis event_cost(const Instance& instance, std::span<const std::uint32_t> order, const Waits& waits,
                  Objective objective);

/// When each task of `order` has ended, by its place in it, in ordered submission.
std::vector<Millis> event_ends(const Instance& instance, std::span<const std::uint32_t> order, const Waits& waits);

/// The same with every interval, in the order of the plan, each task's stages in theirs.
Timeline event_timeline(const Instance& instance, const Plan& plan);

}  // namespace warpshop::evaluate
