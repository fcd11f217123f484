#include "sim/report/assumed_costs_text.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace warpshop::report {
namespace {

/// what: of makespans at both ends.
std::string line(const AssumedCosts& costs, const std::string& what) {
  return fmt::format(
      "A change of context is assumed to take {:g} ms, as it was not measured here; from {:g} to {:g} ms{} the "
      "makespan is {}.\n",
      costs.value.count(), costs.switches.low.count(), costs.switches.high.count(),
      costs.patience ? fmt::format(", and with a patience of {:g} to {:g} ms,", costs.patience->low.count(),
                                   costs.patience->high.count())
                     : "",
      what);
}

std::string makespans(const AssumedCosts& costs) {
  return fmt::format("{:.3f} … {:.3f} ms", costs.makespan.low.count(), costs.makespan.high.count());
}

}  // namespace

std::string assumed_costs_line(const Comparison& comparison) {
  const AssumedCosts* any = nullptr;                          // one with a patience, if there is any
  std::vector<std::pair<std::string, std::string>> policies;  // by makespans
  for (const PolicyResult& result : comparison.results) {
    if (result.assumed_costs) {
      const AssumedCosts& its = *result.assumed_costs;
      any = any == nullptr || !any->patience ? &its : any;
      const std::string span = makespans(its);
      const auto same =
          std::find_if(policies.begin(), policies.end(), [&](const auto& each) { return each.first == span; });
      if (same == policies.end()) {
        policies.emplace_back(span, result.policy);
      } else {
        same->second += ", " + result.policy;
      }
    }
  }
  std::string what;
  for (const auto& [span, names] : policies) {
    what += fmt::format("{}{} for {}", what.empty() ? "" : "; ", span, names);
  }
  if (any == nullptr) {
    return "";
  }
  const bool marked = std::any_of(comparison.results.begin(), comparison.results.end(),
                                  [&](const PolicyResult& result) { return is_best(comparison, result); });
  return line(*any, what) + (marked ? "" : "No policy is marked as the best: which one is depends on that.\n");
}

std::string assumed_costs_line(const std::optional<AssumedCosts>& costs) {
  return costs ? line(*costs, makespans(*costs)) : "";
}

}  // namespace warpshop::report
