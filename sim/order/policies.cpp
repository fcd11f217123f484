#include "sim/order/policies.hpp"

#include "sim/model/error.hpp"
#include "sim/model/policy_registry.hpp"

namespace warpshop::order {

#define WARPSHOP_DECLARE(name, function, ...) Planned function(const Instance&, const PlanOptions&);
#define WARPSHOP_NO_ORDER(...)
WARPSHOP_POLICIES(WARPSHOP_DECLARE, WARPSHOP_NO_ORDER, WARPSHOP_NO_ORDER)
#undef WARPSHOP_DECLARE

namespace {

/// Of what is wrong with a workload as a whole.
Mark first_mark(const Workload& workload) {
  return workload.tasks.empty() ? Mark{} : workload.tasks.front().mark;
}

void throw_any(const std::optional<Refusal>& refusal, const Workload& workload) {
  if (refusal) {
    throw InputError(workload.file, refusal->mark.line > 0 ? refusal->mark : first_mark(workload), refusal->what);
  }
}

}  // namespace

const std::vector<Policy>& policies() {
#define WARPSHOP_ROW(called, function, upto, says, ...) \
  Policy{.name = called, .summary = says, .limits = upto, .plan = function __VA_OPT__(, ) __VA_ARGS__},
  static const std::vector<Policy> table{WARPSHOP_POLICIES(WARPSHOP_ROW, WARPSHOP_NO_ORDER, WARPSHOP_NO_ORDER)};
#undef WARPSHOP_ROW
#undef WARPSHOP_NO_ORDER
  return table;
}

const Policy& find_policy(std::string_view name) {
  return *find_in(policies(), name);
}

std::optional<Refusal> refusal(const Policy& policy, const Workload& workload, Objective objective) {
  const std::string planner = "policy " + policy.name;
  if (auto used = refused_use(planner, workload, {Field::jitter})) {
    return used;
  }
  if (auto used = refused_sms(planner, workload)) {
    return used;
  }
  if (policy.submission == Submission::streams) {
    if (auto used = refused_use(planner, workload, {Field::footprint})) {
      return used;
    }
  }
  if (policy.aim == Aim::makespan && objective != Objective::makespan) {
    return Refusal{planner + " plans for the makespan alone, expected the objective cmax", {}};
  }
  return refused_size(policy, workload);
}

void check_fields(std::string_view planner, const Workload& workload, std::initializer_list<Field> fields) {
  throw_any(refused_use(planner, workload, fields), workload);
}

void check_objective(const Workload& workload, Objective objective) {
  if (objective == Objective::lateness && !has_due_dates(workload)) {
    throw InputError(workload.file, first_mark(workload),
                     "no task has a due date, expected one for the objective lateness");
  }
}

void check_applicable(const Policy& policy, const Workload& workload, Objective objective) {
  check_objective(workload, objective);
  throw_any(refusal(policy, workload, objective), workload);
}

}  // namespace warpshop::order
