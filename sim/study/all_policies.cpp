#include "sim/study/all_policies.hpp"

#include <algorithm>
#include <string>

#include "sim/model/error.hpp"
#include "sim/order/policies.hpp"
#include "sim/share/share_policies.hpp"

namespace warpshop::study {

const std::vector<const Policy*>& policies() {
  static const std::vector<const Policy*> all = [] {
    std::vector<const Policy*> found;
    for (const auto* registry : {&order::policies(), &share::policies()}) {
      for (const Policy& policy : *registry) {
        found.push_back(&policy);
      }
    }
    return found;
  }();
  return all;
}

const Policy& find_policy(std::string_view name) {
  for (const auto* registry : {&order::policies(), &share::policies()}) {
    if (const Policy* found = find_in(*registry, name)) {
      return *found;
    }
  }
  std::string known;
  for (const Policy* policy : policies()) {
    known += (known.empty() ? "" : ", ") + policy->name;
  }
  throw InputError("unknown policy '" + std::string(name) + "', expected one of: " + known);
}

std::vector<const Policy*> first_of_families() {
  std::vector<const Policy*> first;
  for (const Policy* policy : policies()) {
    if (!policy->family.empty() && &find_policy(policy->family) == policy) {
      first.push_back(policy);
    }
  }
  return first;
}

const Policy& as_listed() {
  return **std::find_if(policies().begin(), policies().end(), [](const Policy* policy) { return policy->as_listed; });
}

}  // namespace warpshop::study
