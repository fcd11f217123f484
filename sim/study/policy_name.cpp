#include "sim/study/policy_name.hpp"

#include <charconv>

#include "sim/model/error.hpp"

namespace warpshop::study {

NamedPolicy named_policy(const std::string& text) {
  const std::size_t colon = text.find(':');
  const Policy& policy = order::find_policy(text.substr(0, colon));
  if (colon == std::string::npos) {
    return {.policy = policy};
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
  return {.policy = policy, .orders = orders};
}

std::optional<std::size_t> random_orders(const std::vector<std::string>& names) {
  std::optional<std::size_t> orders;
  for (const std::string& name : names) {
    if (name != "all") {
      const NamedPolicy named = named_policy(name);
      orders = named.orders ? named.orders : orders;
    }
  }
  return orders;
}

const Policy& policy_without_number(const std::string& text, const std::string& instead) {
  const NamedPolicy named = named_policy(text);
  if (named.orders) {
    throw InputError("policy '" + text + "': " + instead + ", expected " + named.policy.name);
  }
  return named.policy;
}

}  // namespace warpshop::study
