#include "sim/study/all_policies.hpp"

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
  std::string known;
  for (const Policy* policy : policies()) {
    if (policy->name == name) {
      return *policy;
    }
    known += (known.empty() ? "" : ", ") + policy->name;
  }
  throw InputError("unknown policy '" + std::string(name) + "', expected one of: " + known);
}

}  // namespace warpshop::study
