#include "sim/order/policy.hpp"

#include <algorithm>

#include "sim/model/error.hpp"
#include "sim/order/registry.hpp"

namespace warpshop::order {

#define WARPSHOP_DECLARE(function, limits, model, submission, summary) \
  Planned function(const Instance&, const Options&);
WARPSHOP_ORDER_POLICIES(WARPSHOP_DECLARE)
#undef WARPSHOP_DECLARE

namespace {

constexpr Limits kAnySize{.in_all = 10'000'000, .at_most = 10'000'000};
constexpr Limits kCubic{.in_all = 256, .at_most = 4096};
constexpr Limits kQuadratic{.in_all = 4096, .at_most = 20'000};
constexpr Limits kExhaustive{.in_all = 10, .at_most = 4096};

Policy make_policy(Policy policy) {
  std::replace(policy.name.begin(), policy.name.end(), '_', '-');
  return policy;
}

}  // namespace

const std::vector<Policy>& policies() {
#define WARPSHOP_ROW(function, limits, model, submission, summary) \
  make_policy({#function, summary, limits, Model::model, Submission::submission, function}),
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

void check_fields(std::string_view planner, const Workload& workload) {
  if (const auto used = first_constraint(workload)) {
    throw InputError(workload.file, used->task->mark,
                     std::string(planner) + " cannot honour '" + std::string(used->field) + "', which task '" +
                         used->task->name + "' uses, expected a workload without it");
  }
}

void check_applicable(const Policy& policy, const Workload& workload) {
  check_fields("policy " + policy.name, workload);
  if (workload.size() > policy.limits.at_most) {
    throw InputError(workload.file, {},
                     "this workload has " + std::to_string(workload.size()) + " tasks, policy " + policy.name +
                         " expected at most " + std::to_string(policy.limits.at_most));
  }
}

}  // namespace warpshop::order
