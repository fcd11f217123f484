#include "sim/study/policy_choice.hpp"

#include <algorithm>

#include "sim/study/policy_name.hpp"

namespace warpshop::study {

PolicyChoice choose_policies(const std::vector<std::string>& names, const Workload& workload, Objective objective) {
  bool all = false;
  std::vector<const Policy*> named;
  for (const std::string& name : names) {
    if (name == "all") {
      all = true;
    } else {
      named.push_back(&named_policy(name).policy);
    }
  }
  if (all) {
    order::check_objective(workload, objective);
  }
  PolicyChoice choice;
  for (const Policy& policy : order::policies()) {
    if (std::find(named.begin(), named.end(), &policy) != named.end()) {
      order::check_applicable(policy, workload, objective);
      choice.chosen.push_back(&policy);
    } else if (all && workload.size() > policy.limits.in_all) {
      choice.left_out.push_back({.policy = policy.name,
                                 .limit = policy.limits.in_all,
                                 .can_be_named = !order::refusal(policy, workload, objective)});
    } else if (const auto reason = all ? order::refusal(policy, workload, objective) : std::nullopt) {
      choice.left_out.push_back({.policy = policy.name, .reason = reason->what});
    } else if (all) {
      choice.chosen.push_back(&policy);
    }
  }
  return choice;
}

}  // namespace warpshop::study
