#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/model/fields.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/objective.hpp"
#include "sim/model/plan.hpp"
#include "sim/model/units.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::order {

/// When a search that has proven nothing stops. Counting evaluations, it gives the same answer on every machine; by the
/// clock, it does not.
struct Budget {
  std::optional<std::int64_t> evaluations;  ///< of whole orders, > 0; none: what the policy finds sensible
  std::optional<Millis> time;               ///< > 0; replaces the evaluations
};

/// What a user may set for the policies that can use it.
struct Options {
  std::uint64_t seed = 1;
  Objective objective = Objective::makespan;
  Budget budget = {};
};

/// What a policy answers: a plan, and what the plan costs in the policy's own model.
struct Planned {
  Plan plan;
  Millis predicted{0};
  bool proven_optimal = false;  ///< no order of ordered submission is better than this one by more than 1e-9
  bool seeks_optimum = false;   ///< the policy tries to prove that
};

/// How a policy predicts.
enum class Model : std::uint8_t {
  contended,  ///< the instance as it is
  constant,   ///< without_contention(instance)
};

/// Numbers of tasks; fixed, so that the same input gives the same output on every machine.
struct Limits {
  std::size_t in_all;   ///< beyond it `all` leaves the policy out
  std::size_t at_most;  ///< beyond it the policy refuses
};

/// A way of ordering tasks. Deterministic: the same instance and options give the same answer.
struct Policy {
  std::string name;
  std::string_view summary;
  Limits limits;
  Model model;
  Submission submission;
  Planned (*plan)(const Instance& instance, const Options& options);
};

/// Every policy, in the order in which they are listed; of two with equal makespans the earlier one ranks first.
const std::vector<Policy>& policies();

/// The policy of that name. Throws InputError that lists the names there are.
const Policy& find_policy(std::string_view name);

/// Throws InputError, at the task, if the workload uses a field that no order of a single makespan can honour, naming
/// the field and the planner, like `policy fifo`.
void check_fields(std::string_view planner, const Workload& workload);

/// The same, and if the workload has more tasks than the policy takes.
void check_applicable(const Policy& policy, const Workload& workload);

}  // namespace warpshop::order
