#include "sim/model/policy.hpp"

#include <algorithm>

namespace warpshop {

Settings Policy::settings(std::span<const double> numbers) const {
  Settings settings(options, words);
  settings.set_in_order(numbers);
  return settings;
}

const Policy* find_in(std::span<const Policy> policies, std::string_view name) {
  const auto found = [&](const auto& is) { return std::find_if(policies.begin(), policies.end(), is); };
  auto policy = found([&](const Policy& each) { return each.name == name; });
  if (policy == policies.end()) {
    policy = found([&](const Policy& each) { return !each.family.empty() && each.family == name; });
  }
  return policy == policies.end() ? nullptr : &*policy;
}

}  // namespace warpshop
