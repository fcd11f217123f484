#include "cli/policy_choice.hpp"

#include <algorithm>

namespace warpshop::cli {

PolicyChoice choose_policies(const std::vector<std::string>& names, const Workload& workload) {
  bool all = false;
  std::vector<const order::Policy*> named;
  for (const std::string& name : names) {
    if (name == "all") {
      all = true;
    } else {
      named.push_back(&order::find_policy(name));
    }
  }
  PolicyChoice choice;
  for (const order::Policy& policy : order::policies()) {
    const bool asked_for = std::find(named.begin(), named.end(), &policy) != named.end();
    if (asked_for || (all && workload.size() <= policy.limits.in_all)) {
      order::check_applicable(policy, workload);
      choice.chosen.push_back(&policy);
    } else if (all) {
      choice.left_out.push_back(&policy);
    }
  }
  return choice;
}

}  // namespace warpshop::cli
