#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "sim/model/policy.hpp"

namespace warpshop::study {

/// A policy as users name it: `neh`, `random`, `random:1000` for so many random orders, or `smk:4/4` for a way of
/// sharing with the numbers that it takes.
struct NamedPolicy {
  const Policy* policy = nullptr;
  std::optional<std::size_t> orders = {};
  std::vector<double> split = {};  ///< of a way of sharing

  /// As the user wrote it.
  std::string name() const;
  friend bool operator==(const NamedPolicy&, const NamedPolicy&) = default;
};

/// The most random orders that may be asked for.
inline constexpr std::size_t kMostRandomOrders = 1'000'000;

/// Throws InputError: no such policy, a number behind one that takes none, a number that is none of 1 …
/// kMostRandomOrders; see share::parse_split().
NamedPolicy named_policy(const std::string& text);

/// Throws InputError for a way of sharing: nothing runs it on a GPU yet.
void check_one_kernel_at_a_time(const Policy& policy);

/// named_policy() for a command that takes one order of `random` and no number, and runs one kernel at a time. Throws
/// InputError, which says what the command does instead, as in `serve orders every lot once`.
const Policy& policy_without_number(const std::string& text, const std::string& instead);

}  // namespace warpshop::study
