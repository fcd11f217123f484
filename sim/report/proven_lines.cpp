#include "sim/report/proven_lines.hpp"

#include <cstdint>
#include <string_view>

#include <fmt/format.h>

namespace warpshop::report {
namespace {

/// Of which plans one is proven to be the best.
enum class ProvenOf : std::uint8_t { all, orders_and_gates, orders };

template <class Result>
ProvenOf proven_of(const Result& result, Millis lower_bound) {
  return !clearly_less(lower_bound, result.cost) ? ProvenOf::all
         : result.chooses_gates                  ? ProvenOf::orders_and_gates
                                                 : ProvenOf::orders;
}

/// issued: Basis::issued; another order of issue may be better.
std::string meaning(const std::string& policies, ProvenOf of, bool several_devices, const std::string& issued) {
  const std::string so = issued.empty() ? "" : ", as long as it is issued " + issued;
  if (of == ProvenOf::all) {
    return fmt::format(
        "{} (proven): meets the lower bound, so no plan {}is better, whatever its order, gates or streams{}", policies,
        several_devices  ? "that keeps together what `after` joins "
        : issued.empty() ? "at all "
                         : "",
        so);
  }
  const bool gates = of == ProvenOf::orders_and_gates;
  return fmt::format("{} (proven): best of {}all orders {}in ordered submission, one kernel at a time{}{}", policies,
                     several_devices ? "all deals (what `after` joins stays together) and " : "",
                     gates ? "with any gates " : "", gates ? "" : ", without gates", so);
}

}  // namespace

std::vector<std::string> proven_lines(const Comparison& comparison) {
  std::vector<std::string> lines;
  for (const ProvenOf of : {ProvenOf::all, ProvenOf::orders_and_gates, ProvenOf::orders}) {
    std::string policies;
    for (const PolicyResult& result : comparison.results) {
      if (result.proven_optimal && proven_of(result, comparison.lower_bound) == of) {
        policies += (policies.empty() ? "" : ", ") + result.policy;
      }
    }
    if (!policies.empty()) {
      lines.push_back(meaning(policies, of, !comparison.fleet.empty(), comparison.basis.issued));
    }
  }
  return lines;
}

std::string proven_line(const Simulation& simulation) {
  return meaning(simulation.policy, proven_of(simulation, simulation.lower_bound), !simulation.fleet.empty(),
                 simulation.basis.issued);
}

}  // namespace warpshop::report
