#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
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
  bool proven_optimal = false;             ///< no order of ordered submission is better than this one by more than 1e-9
  bool seeks_optimum = false;              ///< the policy tries to prove that
  std::optional<Millis> lower_bound = {};  ///< what no order costs less than in that model, where it has been sought
};

/// How a policy predicts.
enum class Model : std::uint8_t {
  contended,  ///< the instance as it is
  constant,   ///< without_contention(instance)
};

/// What a policy can be asked for.
enum class Aim : std::uint8_t {
  any,       ///< any objective: it makes the one that is asked for small, or looks at none
  makespan,  ///< C_max alone
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
  Aim aim;
  Submission submission;
  Planned (*plan)(const Instance& instance, const Options& options);
};

/// Every policy, in the order in which they are listed; of two with equal makespans the earlier one ranks first.
const std::vector<Policy>& policies();

/// The policy of that name. Throws InputError that lists the names there are.
const Policy& find_policy(std::string_view name);

/// Why somebody cannot plan a workload.
struct Refusal {
  std::string what;  ///< with what was expected
  Mark mark;         ///< at the task, if it is one that is in the way
};

/// What stands between a policy and a workload with that objective, if anything does: a field that is used, an
/// objective that it does not plan for, more tasks than it takes.
std::optional<Refusal> refusal(const Policy& policy, const Workload& workload, Objective objective);

/// Throws InputError at the first task that uses one of the fields, which the planner, like `a proxy`, cannot honour;
/// names both.
void check_fields(std::string_view planner, const Workload& workload, std::initializer_list<Field> fields);

/// Throws InputError: the objective asks for a field that no task has.
void check_objective(const Workload& workload, Objective objective);

/// Throws the refusal as an InputError, if there is one.
void check_applicable(const Policy& policy, const Workload& workload, Objective objective);

}  // namespace warpshop::order
