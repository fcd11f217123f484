#include "sim/study/policy_name.hpp"

#include <charconv>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/model/error.hpp"
#include "sim/share/share_policies.hpp"
#include "sim/study/all_policies.hpp"

namespace warpshop::study {

std::string NamedPolicy::name() const {
  if (!split.empty()) {
    return fmt::format("{}:{}", policy->name, fmt::join(split, "/"));
  }
  return policy->name + (orders ? ':' + std::to_string(*orders) : "");
}

NamedPolicy named_policy(const std::string& text) {
  const std::size_t colon = text.find(':');
  const Policy& policy = find_policy(text.substr(0, colon));
  if (colon == std::string::npos) {
    return {.policy = &policy};
  }
  if (policy.sharing) {
    return {.policy = &policy, .split = share::parse_split(policy, std::string_view(text).substr(colon + 1))};
  }
  if (policy.name != "random") {
    throw InputError("policy '" + text + "': " + policy.name +
                     " plans one order, expected a number behind random alone");
  }
  std::size_t orders = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data() + colon + 1, end, orders);
  if (read.ec != std::errc() || read.ptr != end || orders < 1 || orders > kMostRandomOrders) {
    throw InputError("policy '" + text +
                     "' does not say how many orders, expected random:N with a whole number N from 1 "
                     "to " +
                     std::to_string(kMostRandomOrders));
  }
  return {.policy = &policy, .orders = orders};
}

void check_one_kernel_at_a_time(const Policy& policy) {
  if (policy.sharing) {
    throw InputError("policy " + policy.name +
                     " lets kernels share the GPU, which is simulated (compare, simulate) but not run yet, expected "
                     "one that runs one kernel at a time");
  }
}

const Policy& policy_without_number(const std::string& text, const std::string& instead) {
  const NamedPolicy named = named_policy(text);
  check_one_kernel_at_a_time(*named.policy);
  if (named.orders) {
    throw InputError("policy '" + text + "': " + instead + ", expected " + named.policy->name);
  }
  return *named.policy;
}

}  // namespace warpshop::study
