#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/model/fleet.hpp"
#include "sim/model/policy.hpp"
#include "sim/order/fleet/deal.hpp"

namespace warpshop::study {

/// A policy as users name it: `neh`, or with what its options take behind it, `smk:4/4` or `smk(ctas=4/4)`.
struct NamedPolicy {
  const Policy* policy = nullptr;
  Settings settings = {};

  /// As tables show it: `smk:4/4`.
  std::string name() const { return policy->name + settings.text(); }
  /// Of one that draws: how many orders are asked for. Nothing: one, or it draws none.
  std::optional<std::size_t> orders() const;
  friend bool operator==(const NamedPolicy&, const NamedPolicy&) = default;
};

/// NAME, NAME:NUMBER/NUMBER for options in their order, or NAME(OPTION=NUMBER/NUMBER,OPTION=WORD). Words choose among
/// the policies of a family: `flexsched(rule=latency)` is `flexsched-latency`. Throws InputError: no such policy,
/// option or word, numbers that the option does not take.
NamedPolicy named_policy(const std::string& text);

/// The names in lists, which are cut at the commas outside parentheses, without the spaces around and
/// without empty ones beside others.
std::vector<std::string> listed_policies(const std::vector<std::string>& lists);

/// What numbers behind the name are, for help and errors: `slice in ms, then …`. Empty: it takes none.
std::string numbers_text(const Policy& policy);
/// The words of its family by option: `rule=throughput|latency`. Empty: it has none.
std::vector<std::string> words_text(const Policy& policy);

/// Throws InputError for a way of sharing, of a command that runs one kernel at a time.
void check_one_kernel_at_a_time(const Policy& policy);

/// named_policy() for a command that takes one order of a policy that draws and no number, and runs one kernel at a
/// time. Throws InputError, which says what the command does instead, as in `serve orders every lot once`.
const Policy& policy_without_number(const std::string& text, const std::string& instead);

/// What a policy plans, an order or a way of sharing; the fleet of the latter is one device, prepared for it. One that
/// starts from the plan of an order is given it. On a prepared device the free streams of hyperq are those of leftover:
/// kernels overlap as the hardware lets them (S5 3.6.3).
Planned plan_of(const NamedPolicy& named, const Fleet& fleet, const order::Dealt& dealt, const PlanOptions& options);

}  // namespace warpshop::study
