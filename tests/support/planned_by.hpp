#pragma once

#include <string_view>
#include <vector>

#include "sim/model/instance.hpp"
#include "sim/model/policy.hpp"
#include "sim/share/share_policies.hpp"

namespace warpshop::test {

/// What a way of sharing plans, with these numbers behind its name.
inline Planned planned_by(std::string_view policy, const Instance& instance, const std::vector<double>& numbers = {},
                          PlanOptions options = {}) {
  const Policy& way = *find_in(share::policies(), policy);
  options.settings = way.settings(numbers);
  return way.plan(instance, options);
}

/// A way of sharing that is made by hand, with numbers of an option of its own, `numbers`.
inline Share share_by_hand(std::string_view policy, const std::vector<double>& numbers, const Mechanism& mechanism) {
  static const std::vector<PolicyOption> any{{.name = "numbers", .most_numbers = 64}};
  Share share(policy, mechanism, Settings(any));
  share.settings.set("numbers", numbers);
  return share;
}

}  // namespace warpshop::test
