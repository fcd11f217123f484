#include "sim/order/policies.hpp"

#include <algorithm>

#include "sim/model/error.hpp"
#include "sim/order/registry.hpp"

namespace warpshop::order {

#define WARPSHOP_DECLARE(function, ...) Planned function(const Instance&, const PlanOptions&);
WARPSHOP_ORDER_POLICIES(WARPSHOP_DECLARE)
#undef WARPSHOP_DECLARE

namespace {

constexpr SizeLimits kAnySize{.in_all = 10'000'000, .at_most = 10'000'000};
constexpr SizeLimits kCubic{.in_all = 256, .at_most = 4096};
constexpr SizeLimits kQuadratic{.in_all = 4096, .at_most = 20'000};
constexpr SizeLimits kSingleQueue{.in_all = 256, .at_most = 1024};
constexpr SizeLimits kExhaustive{.in_all = 10, .at_most = 4096};

Policy make_policy(Policy policy) {
  std::replace(policy.name.begin(), policy.name.end(), '_', '-');
  return policy;
}

/// The first use of one of the fields, naming both.
std::optional<Refusal> refused_use(std::string_view planner, const Workload& workload,
                                   std::initializer_list<Field> fields) {
  const auto used = first_use(workload, fields);
  if (!used) {
    return std::nullopt;
  }
  return Refusal{std::string(planner) + " cannot honour '" + std::string(used->field) + "', which task '" +
                     used->task->name + "' uses, expected a workload without it",
                 used->task->mark};
}

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
#define WARPSHOP_ROW(called, upto, predicts, aims, submits, says, ...) \
  make_policy({.name = #called,                                        \
               .summary = says,                                        \
               .limits = upto,                                         \
               .model = PredictionModel::predicts,                     \
               .aim = Aim::aims,                                       \
               .submission = Submission::submits,                      \
               .plan = called __VA_OPT__(, ) __VA_ARGS__}),
  static const std::vector<Policy> table{WARPSHOP_ORDER_POLICIES(WARPSHOP_ROW)};
#undef WARPSHOP_ROW
  return table;
}

const Policy& find_policy(std::string_view name) {
  std::string known;
  for (const Policy& policy : policies()) {
    if (policy.name == name) {
      return policy;
    }
    known += (known.empty() ? "" : ", ") + policy.name;
  }
  throw InputError("unknown policy '" + std::string(name) + "', expected one of: " + known);
}

std::optional<Refusal> refusal(const Policy& policy, const Workload& workload, Objective objective) {
  const std::string planner = "policy " + policy.name;
  if (policy.submission == Submission::streams) {
    if (auto used = refused_use(planner, workload, {Field::footprint})) {
      return used;
    }
  }
  if (policy.aim == Aim::makespan && objective != Objective::makespan) {
    return Refusal{planner + " plans for the makespan alone, expected the objective cmax", {}};
  }
  if (workload.size() > policy.limits.at_most) {
    return Refusal{"this workload has " + std::to_string(workload.size()) + " tasks, policy " + policy.name +
                       " expected at most " + std::to_string(policy.limits.at_most),
                   {}};
  }
  return std::nullopt;
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
