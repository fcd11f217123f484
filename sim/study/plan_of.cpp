#include "sim/study/plan_of.hpp"

#include "sim/order/fleet/fleet_plan.hpp"
#include "sim/study/all_policies.hpp"

namespace warpshop::study {

Planned plan_of(const NamedPolicy& named, const Fleet& fleet, const order::Dealt& dealt, const PlanOptions& options) {
  const Policy& policy = *named.policy;
  if (!policy.shares_as.empty() && fleet.single() && fleet.tasks().co_run) {
    return find_policy(policy.shares_as).plan(fleet.devices.front(), options);
  }
  if (!policy.sharing) {
    return order::plan(policy, fleet, dealt, options);
  }
  PlanOptions own = options;
  own.settings = named.settings;
  if (!policy.sharing->starts_from.empty()) {
    own.starts.push_back(order::plan(find_policy(policy.sharing->starts_from), fleet, dealt, options).plan);
  }
  return policy.plan(fleet.devices.front(), own);
}

}  // namespace warpshop::study
