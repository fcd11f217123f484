#include "sim/order/policy.hpp"

#include <algorithm>

#include "sim/model/error.hpp"
#include "sim/order/registry.hpp"

namespace warpshop::order {

#define WARPSHOP_DECLARE(function, limits, model, summary) Planned function(const Instance&, const Options&);
WARPSHOP_ORDER_POLICIES(WARPSHOP_DECLARE)
#undef WARPSHOP_DECLARE

namespace {

constexpr Limits kAnySize{.in_all = 10'000'000, .at_most = 10'000'000};
constexpr Limits kCubic{.in_all = 256, .at_most = 4096};
constexpr Limits kExhaustive{.in_all = 10, .at_most = 4096};

Policy make_policy(std::string name, Limits limits, Model model, std::string_view summary,
                   Planned (*plan)(const Instance&, const Options&)) {
  std::replace(name.begin(), name.end(), '_', '-');
  return {std::move(name), summary, limits, model, plan};
}

}  // namespace

const std::vector<Policy>& policies() {
#define WARPSHOP_ROW(function, limits, model, summary) make_policy(#function, limits, Model::model, summary, function),
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

void check_applicable(const Policy& policy, const Workload& workload) {
  if (const auto used = first_constraint(workload)) {
    throw InputError(workload.file, used->task->mark,
                     "policy " + policy.name + " cannot honour '" + std::string(used->field) + "', which task '" +
                         used->task->name + "' uses, expected a workload without it");
  }
  if (workload.size() > policy.limits.at_most) {
    throw InputError(workload.file, {},
                     "policy " + policy.name + " takes at most " + std::to_string(policy.limits.at_most) +
                         " tasks, this workload has " + std::to_string(workload.size()));
  }
}

}  // namespace warpshop::order
