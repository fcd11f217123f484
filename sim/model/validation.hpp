#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "sim/model/basis.hpp"
#include "sim/model/origin.hpp"
#include "sim/model/plan.hpp"
#include "sim/model/units.hpp"

namespace warpshop {

/// A plan with what was predicted for it and how long it took, again and again.
struct MeasuredPlan {
  Plan plan;
  Millis predicted{0};          ///< by the analytical model
  std::vector<Millis> samples;  ///< makespans, at least one, warm-up left out
};

/// A policy, and which of the measured plans it chose.
struct PolicyPlan {
  std::string policy;
  std::size_t plan = 0;  ///< position in Validation::plans
  bool draws = false;    ///< see Policy::draws
};

/// Another way of running the same tasks, which no plan describes: one hardware queue, processes under MPS.
struct Rival {
  std::string name;             ///< `single-queue`, `mps`
  std::vector<Millis> samples;  ///< makespans; empty: it could not be measured
  std::string problem;          ///< why not
};

/// What measuring the plans of a validation gave.
struct MeasuredSamples {
  std::vector<std::vector<Millis>> plans;  ///< makespans, by plan; at least one each
  std::vector<Rival> rivals;
  std::vector<std::size_t> wrong;  ///< positions of tasks with wrong results
};

/// Many plans of one workload on hardware, beside what was predicted for them.
struct Validation {
  std::string workload;
  std::vector<std::string> task_names;  ///< by position
  std::string device;                   ///< name of the profile
  Basis basis = {};
  std::string backend;              ///< cuda or host
  std::string chip;                 ///< what the device calls itself
  bool every_order = false;         ///< the orders are all there are, else a seeded sample
  std::vector<std::size_t> orders;  ///< positions in `plans` of the sample (or of all orders), in ordered submission
  std::vector<MeasuredPlan> plans;  ///< the orders, what the policies chose, free streams
  std::vector<PolicyPlan> policies;
  std::vector<Rival> rivals;
  bool checked = false;            ///< results were compared with those of the CPU
  std::vector<std::size_t> wrong;  ///< positions of the tasks whose results were not those of the CPU, in any plan
  Origin origin = {};
};

}  // namespace warpshop
