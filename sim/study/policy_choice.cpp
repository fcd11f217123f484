#include "sim/study/policy_choice.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "sim/order/policies.hpp"
#include "sim/share/share_policies.hpp"
#include "sim/study/all_policies.hpp"

namespace warpshop::study {
namespace {

/// What is chosen beside the policies that are named.
enum class Unnamed : std::uint8_t { none, some, all };  // some: kDefaultPolicies

bool somebody_searches(const Workload& workload) {
  return std::any_of(policies().begin(), policies().end(), [&](const Policy* policy) {
    const bool searches = !policy->sharing && policy->limits.in_all < policy->limits.at_most;
    return searches && !policy->baseline && workload.size() <= policy->limits.in_all;
  });
}

/// Puts policies to where they belong.
class Chooser {
 public:
  Chooser(const Workload& workload, Objective objective, std::span<const Device> devices, Unnamed unnamed, Unfit unfit)
      : workload_(workload),
        objective_(objective),
        devices_(devices),
        unnamed_(unnamed),
        unfit_(unfit),
        any_share_(!devices.empty() && share::any_share(workload, devices)) {}

  /// named: with its options, as often as the user named it.
  void choose(const Policy& policy, const std::vector<NamedPolicy>& named) {
    if (named.empty() && !is_wanted(policy)) {
      return;
    }
    if (!named.empty() && policy.sharing) {
      if (devices_.empty()) {
        check_one_kernel_at_a_time(policy);
      }
      order::check_objective(workload_, objective_);
    }
    const auto reason =
        policy.sharing ? share::refusal(policy, workload_, devices_) : order::refusal(policy, workload_, objective_);
    if (!named.empty()) {
      choose_named(named, reason);
    } else if (workload_.size() > policy.limits.in_all) {
      leave_out_as_large(policy, !reason);
    } else if (!reason) {
      choice_.chosen.push_back({.policy = &policy});
    } else if (!reason->of_the_device) {
      choice_.left_out.push_back({.policy = policy.name, .reason = reason->what});
    }
  }

  /// Throws InputError where all that were named are unfit.
  PolicyChoice choice() && {
    if (choice_.chosen.empty() && first_refusal_) {
      throw InputError(*first_refusal_);
    }
    return std::move(choice_);
  }

 private:
  /// Of those that nobody names.
  bool is_wanted(const Policy& policy) const {
    if (!policy.sharing) {
      return unnamed_ == Unnamed::all || (unnamed_ == Unnamed::some && !policy.baseline);
    }
    return any_share_ && !(policy.of_clients && workload_.clients.none()) &&
           (unnamed_ == Unnamed::all || (unnamed_ == Unnamed::some && share::can_be_set(policy, devices_.front())));
  }
  void choose_named(const std::vector<NamedPolicy>& named, const std::optional<Refusal>& reason) {
    if (!reason) {
      choice_.chosen.insert(choice_.chosen.end(), named.begin(), named.end());
      return;
    }
    const Policy& policy = *named.front().policy;
    const Mark whole = workload_.tasks.empty() ? Mark{} : workload_.tasks.front().mark;
    const InputError refusal(workload_.file, reason->mark.line > 0 || policy.sharing ? reason->mark : whole,
                             reason->what);
    if (unfit_ == Unfit::refused) {
      throw InputError(refusal);
    }
    first_refusal_ = first_refusal_ ? first_refusal_ : refusal;
    choice_.left_out.push_back({.policy = policy.name, .reason = reason->what});
  }
  void leave_out_as_large(const Policy& policy, bool can_be_named) {
    choice_.left_out.push_back({.policy = policy.name, .limit = policy.limits.in_all, .can_be_named = can_be_named});
  }

  const Workload& workload_;
  Objective objective_;
  std::span<const Device> devices_;
  Unnamed unnamed_;
  Unfit unfit_;
  bool any_share_;
  std::optional<InputError> first_refusal_;
  PolicyChoice choice_;
};

}  // namespace

bool stands_for_several(const std::string& name) {
  return name == "all" || name == kDefaultPolicies;
}

PolicyChoice choose_policies(const std::vector<std::string>& names, const Workload& workload, Objective objective,
                             std::span<const Device> devices, Unfit unfit) {
  Unnamed unnamed = Unnamed::none;
  std::map<const Policy*, std::vector<NamedPolicy>> named;
  for (const std::string& name : names) {
    if (stands_for_several(name)) {
      unnamed = name == "all" || !somebody_searches(workload) ? Unnamed::all : std::max(unnamed, Unnamed::some);
      continue;
    }
    NamedPolicy policy = named_policy(name);
    std::vector<NamedPolicy>& same = named[policy.policy];
    if (std::find(same.begin(), same.end(), policy) == same.end()) {
      same.push_back(std::move(policy));
    }
  }
  if (unnamed != Unnamed::none) {
    order::check_objective(workload, objective);
  }
  Chooser chooser(workload, objective, devices, unnamed, unfit);
  for (const Policy* policy : policies()) {
    chooser.choose(*policy, named[policy]);
  }
  return std::move(chooser).choice();
}

bool may_share(const std::vector<NamedPolicy>& policies, const Workload& workload, std::span<const Device> devices) {
  const bool overlap = share::tasks_with_shapes(workload, devices) > 0;
  return std::any_of(policies.begin(), policies.end(), [&](const NamedPolicy& named) {
    return named.policy->sharing ? devices.size() == 1 : overlap && !named.policy->shares_as.empty();
  });
}

}  // namespace warpshop::study
