#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "sim/model/basis.hpp"
#include "sim/model/measured_time.hpp"
#include "sim/model/plan.hpp"
#include "sim/model/units.hpp"
#include "sim/stats/speedup.hpp"

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

/// Of |predicted - measured| / measured, over some orders; all 0 where there are none.
struct ErrorSpread {
  double mean = 0;
  double median = 0;
  double worst = 0;
};

/// How long a measured plan took, and how far its prediction was from that.
struct PlanMetrics {
  MeasuredTime measured;
  double error = 0;  ///< |predicted - measured| / measured, of medians
};

/// What a policy's plan is worth among the others. The measured best is the plan in ordered submission with the lowest
/// median (of all plans where none is ordered).
struct PolicyMetrics {
  std::string policy;
  std::size_t plan = 0;  ///< position in Validation::plans
  Millis predicted{0};
  MeasuredTime measured;
  std::size_t rank = 1;  ///< 1 + how many of the orders are clearly less
  bool is_best = false;  ///< the measured best is not clearly less
  double loss = 0;       ///< measured / measured best - 1, of medians; below 0 for free streams that beat every order
};

/// How many times faster a policy's plan is than a base: `any order`, another policy, a rival.
struct PolicySpeedup {
  std::string policy;
  std::string base;
  stats::Speedup speedup;  ///< over `any order`: over the distribution of the orders' medians
};

/// What a validation says of the model and of the policies. The orders: Validation::orders, all plans if it is empty.
struct ValidationMetrics {
  std::vector<PlanMetrics> plans;  ///< by position in Validation::plans
  std::vector<double> errors;      ///< |predicted - measured| / measured of each of the orders
  ErrorSpread error;               ///< of `errors`
  double mean_signed_error = 0;    ///< of (measured - predicted) / measured of the orders
  std::optional<double> spearman;  ///< of predicted and measured over the orders; nothing where one side is constant
  std::optional<double> kendall;   ///< likewise
  std::vector<PolicyMetrics> policies;  ///< as in Validation::policies
  std::vector<PolicySpeedup> speedups;  ///< by policy, then by base
};

/// A policy over several workloads.
struct PolicySummary {
  std::string policy;
  std::size_t workloads = 0;  ///< that it was measured on
  std::size_t best = 0;       ///< of which its plan was the measured best
  double mean_loss = 0;
  double worst_loss = 0;
};

/// A policy over several workloads, beside a base that was measured on them too.
struct SpeedupSummary {
  std::string policy;
  std::string base;
  std::size_t workloads = 0;
  std::size_t faster = 0;     ///< of which it was clearly faster
  std::size_t slower = 0;     ///< of which it was clearly slower
  double geometric_mean = 1;  ///< of ratios of medians
  double median = 1;          ///< of ratios of medians
};

/// A validation, and what its measurements say: its own metrics.
struct JudgedValidation {
  const Validation& validation;
  const ValidationMetrics& metrics;
};

/// Several workloads together.
struct ValidationSummary {
  std::size_t workloads = 0;
  std::size_t orders = 0;          ///< of all workloads
  ErrorSpread error;               ///< over the orders of all workloads
  std::optional<double> spearman;  ///< mean over the workloads that have one, as kendall
  std::optional<double> kendall;
  std::vector<PolicySummary> policies;  ///< in the order in which they first come
  std::vector<SpeedupSummary> speedups;
};

}  // namespace warpshop
