#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/model/recorded_makespan.hpp"
#include "sim/model/simulation.hpp"
#include "sim/model/units.hpp"
#include "sim/model/workload.hpp"

namespace warpshop {

/// Commands that belong together, predicted and recorded.
struct RecordedPart {
  std::string name;
  std::size_t commands = 0;
  Millis predicted{0};    ///< from the first start to the last end, as predicted
  Millis recorded{0};     ///< the same, as recorded
  Millis busy{0};         ///< recorded, in which some of them ran
  Millis start_error{0};  ///< median of |predicted - recorded| start

  /// predicted / recorded - 1; nothing where nothing was recorded to take any time.
  std::optional<double> error() const;
};

/// A step of the second half of a recording, with the host's lags of the first half.
struct PredictedStep {
  std::string job;
  Millis predicted{0};  ///< from the end of the job before to its own
  Millis recorded{0};

  /// predicted / recorded - 1; 0 where nothing was recorded to take any time.
  double error() const { return recorded > Millis{0} ? predicted / recorded - 1 : 0; }
};

/// What the first half of a recording says of the second.
struct StepPrediction {
  std::vector<PredictedStep> steps;
  std::size_t jobs = 0;        ///< in all
  std::size_t unlike = 0;      ///< jobs of the second half that no job of the first half is like: left as recorded
  double recorded_spread = 0;  ///< (longest - shortest) / median of the recorded steps that are alike
};

/// An imported workload in the order that was recorded, as predicted and as recorded.
struct RecordedReplay {
  Simulation simulation;
  std::vector<RecordedTimes> recorded;  ///< by position
  Timeline timeline;                    ///< as recorded; intervals as those of the simulation
  std::vector<std::string> jobs;        ///< by position; empty: none
  RecordedPart whole;
  std::vector<RecordedPart> engines, streams, by_job;
  std::optional<StepPrediction> steps = {};
};

/// Positions by recorded start, of equal ones as listed. Throws InputError at a task that has no recorded times.
Order recorded_order(const Workload& workload);

/// simulation: of recorded_order() in free streams.
RecordedReplay against_recording(Simulation simulation, const Workload& workload);

/// Of the jobs, timeline: of recorded_order() in free streams. Nothing: there are fewer than two that took any time.
std::optional<StepErrors> step_errors(const Timeline& timeline, const Workload& workload);

/// The workload with the host's lags of its first half in the jobs of the second: jobs in the order in which they were
/// recorded, the middle one in the first half, the very first, which is behind nothing, in none. Jobs are alike if
/// their commands are so called, but for their numbers, and copy as much, in the order in which the host issued them. A
/// lag becomes the median of the same lag of all jobs of the first half that are alike: same command in the job, behind
/// the same command in the same job, or in a job that is as many jobs before, and like the one that this lag is behind.
/// A release, the host's own time since the start, becomes that of the last command of the job before and the median of
/// how much later it is in those of the first half. What stands in none of these stays.
Workload with_lags_of_first_half(const Workload& workload);

/// Of the simulation of that workload.
StepPrediction predicted_steps(const Timeline& timeline, const Workload& workload);

}  // namespace warpshop
