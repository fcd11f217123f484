#include "sim/study/sweep/common_policies.hpp"

#include <algorithm>
#include <utility>

namespace warpshop::study {
namespace {

/// Of ways of sharing, which `all` does not even name for such a workload.
constexpr const char* kCannotShare = "no two of its kernels can share the GPU";

bool holds(const std::vector<NamedPolicy>& policies, const NamedPolicy& policy) {
  return std::find(policies.begin(), policies.end(), policy) != policies.end();
}

}  // namespace

void CommonPolicies::add(const std::string& workload, const PolicyChoice& choice) {
  for (const SkippedPolicy& policy : choice.left_out) {
    leave_out(workload, policy);
  }
  if (!std::exchange(any_, true)) {
    first_workload_ = workload;
    chosen_ = choice.chosen;
    return;
  }
  const auto known = [this](const NamedPolicy& named) {
    return !named.policy->sharing || std::any_of(left_out_.begin(), left_out_.end(), [&](const LeftOutOfAll& each) {
      return each.policy.policy == named.policy->name;
    });
  };
  for (const NamedPolicy& named : choice.chosen) {
    if (!holds(chosen_, named) && !known(named)) {
      leave_out(first_workload_, {.policy = named.name(), .reason = kCannotShare});
    }
  }
  for (const NamedPolicy& named : chosen_) {
    if (!holds(choice.chosen, named) && !known(named)) {
      leave_out(workload, {.policy = named.name(), .reason = kCannotShare});
    }
  }
  std::erase_if(chosen_, [&](const NamedPolicy& named) { return !holds(choice.chosen, named); });
}

void CommonPolicies::leave_out(const std::string& workload, const SkippedPolicy& policy) {
  const auto known = std::find_if(left_out_.begin(), left_out_.end(),
                                  [&](const LeftOutOfAll& each) { return each.policy.policy == policy.policy; });
  if (known == left_out_.end()) {
    left_out_.push_back({.policy = policy, .workload = workload});
  } else {
    known->policy.can_be_named = known->policy.can_be_named && policy.can_be_named;
  }
}

}  // namespace warpshop::study
