#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "sim/model/basis.hpp"
#include "sim/model/copy_facts.hpp"
#include "sim/model/plan.hpp"
#include "sim/model/timeline.hpp"
#include "sim/model/units.hpp"

namespace warpshop {

/// The commands of one stage, as predicted and as measured.
struct StageError {
  std::size_t commands = 0;
  Millis predicted{0};    ///< sum of their durations
  Millis measured{0};     ///< sum of their durations
  double mean_error = 0;  ///< of |predicted - measured| / measured of their durations, where measured is above 0
  Millis on_path{0};      ///< measured - predicted durations of those on the measured critical path; any sign
};

/// Where the difference between a measured and a predicted makespan comes from, along the measured critical path:
/// total = Σ stages[·].on_path + gaps + rest.
struct ErrorParts {
  Millis total{0};                   ///< measured - predicted makespan; any sign
  std::array<StageError, 3> stages;  ///< by Stage
  Millis gaps{0};                    ///< ≥ 0: on the path, from the end of what a command waited for to its start
  Millis rest{0};                 ///< any sign: the prediction waits elsewhere (for another path, for a task's release)
  std::vector<std::size_t> path;  ///< the measured critical path: positions in Timeline::intervals, the first first
};

/// A plan run on hardware, beside what was predicted for it.
struct Run {
  std::string workload;
  std::vector<std::string> task_names;  ///< by position
  std::string device;                   ///< name of the profile
  Basis basis = {};
  std::string backend;  ///< cuda or host
  std::string chip;     ///< what the device calls itself
  std::string policy;
  bool proven_optimal = false;  ///< no order of ordered submission is better
  bool seeks_optimum = false;   ///< the policy tries to prove that
  bool order_given = false;     ///< the policy says how the order is submitted, but the user gave it
  Plan plan;
  Timeline predicted;                            ///< by the analytical model
  Timeline measured;                             ///< of the repetition with the median makespan (of two, the shorter)
  std::vector<Millis> releases = {};             ///< by position; empty: all at 0
  std::vector<Millis> due = {};                  ///< by position, kNoDueDate for none; empty: none at all
  std::vector<TaskCopies> copies = {};           ///< for a trace alone, by position
  std::vector<CopySpeed> predicted_speeds = {};  ///< for a trace alone: see evaluate::copy_speeds()
  std::vector<CopySpeed> measured_speeds = {};
  std::vector<Millis> makespans;          ///< of every repetition, in the order in which they ran; warm-up left out
  bool checked = false;                   ///< results were compared with those of the CPU
  std::vector<std::size_t> wrong;         ///< positions of the tasks whose results were not those of the CPU
  std::vector<std::string> drift;         ///< what left the profile's confidence intervals, for people
  std::optional<ErrorParts> error_parts;  ///< of `measured` against `predicted`
  std::optional<std::chrono::duration<double, std::micro>> planning;  ///< how long the policy took
  /// Median time to submit all of the plan. None, though `planning` is there: several threads submitted, and waited.
  std::optional<std::chrono::duration<double, std::micro>> submission;
  Origin origin = {};
};

}  // namespace warpshop
