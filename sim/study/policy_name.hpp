#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "sim/order/policies.hpp"

namespace warpshop::study {

/// A policy as users name it: `neh`, `random`, or `random:1000` for so many random orders.
struct NamedPolicy {
  const Policy& policy;
  std::optional<std::size_t> orders = {};

  /// As the user wrote it.
  std::string name() const { return policy.name + (orders ? ':' + std::to_string(*orders) : ""); }
};

/// The most random orders that may be asked for.
inline constexpr std::size_t kMostRandomOrders = 1'000'000;

/// Throws InputError: no such policy, a number behind another one than random, a number that is none of 1 …
/// kMostRandomOrders.
NamedPolicy named_policy(const std::string& text);

/// How many random orders a list of names asks for; of several random:N the last one counts. Throws as named_policy().
std::optional<std::size_t> random_orders(const std::vector<std::string>& names);

/// named_policy() for a command that takes one order of `random` and no number. Throws InputError, which says what the
/// command does instead, as in `serve orders every lot once`.
const Policy& policy_without_number(const std::string& text, const std::string& instead);

}  // namespace warpshop::study
