#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <vector>

#include "sim/model/device.hpp"
#include "sim/model/plan.hpp"
#include "sim/model/units.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::test {

/// A workload of durations, who submits it to which device, and the plan.
struct SubmissionCase {
  Workload workload;
  Device device;
  Plan plan;
};

/// Drawn by the seed: 1 … most tasks with copies of both memories, some synchronous or in the legacy default stream,
/// some after others, released late or with host work; a thread a task, or one thread for each of one to four programs
/// (a family or none, the workload once or twice), depth or breadth first; one copy engine or two, of compute
/// capability 1.3, 2.0, 3.2 or 8.0, or none that is known; of streams with no, or 1 … 3, hardware queues. No stage
/// takes no time.
SubmissionCase any_submission(std::uint64_t seed, std::uint32_t most, Submission submission);

/// When every stage ends, [task][Stage]; of no account for a missing one. From docs/model.md alone, with a host program
/// that is run step by step: no resolve(), no rule shared with the engines. One kernel at a time.
std::vector<std::array<double, 3>> slow_submission(const SubmissionCase& given);

}  // namespace warpshop::test
