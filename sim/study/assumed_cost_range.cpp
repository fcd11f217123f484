#include "sim/study/assumed_cost_range.hpp"

#include <algorithm>

#include "sim/evaluate/cost.hpp"
#include "sim/evaluate/fleet_evaluate.hpp"
#include "sim/share/clients.hpp"
#include "sim/share/patience.hpp"

namespace warpshop::study {
namespace {

bool may_switch(const Fleet& fleet, const Plan& plan) {
  return plan.share ? plan.share->switches_context
                    : !fleet.tasks().families.empty() && plan.submission == Submission::ordered;
}

constexpr AssumedRange kNoTime{.low = Millis::max(), .high = Millis::min()};

void widen(AssumedRange& range, Millis time) {
  range.low = std::min(range.low, time);
  range.high = std::max(range.high, time);
}

}  // namespace

std::optional<AssumedCosts> assumed_costs(const Fleet& fleet, const Plan& plan, Objective objective) {
  const auto assumed = std::find_if(fleet.devices.begin(), fleet.devices.end(),
                                    [](const Instance& device) { return device.family_setup_range.has_value(); });
  if (assumed == fleet.devices.end() || !may_switch(fleet, plan)) {
    return std::nullopt;
  }
  AssumedCosts costs{.value = assumed->family_setup,
                     .switches = *assumed->family_setup_range,
                     .patience = plan.share ? share::patience_range(*plan.share) : std::nullopt,
                     .cost = kNoTime,
                     .makespan = kNoTime};
  std::vector<std::optional<Millis>> patiences{std::nullopt};
  if (costs.patience) {
    patiences = {costs.patience->low, costs.patience->high};
  }
  Fleet at_end = fleet;
  for (const bool high : {false, true}) {
    for (const std::optional<Millis> patience : patiences) {
      for (Instance& device : at_end.devices) {
        device.patience = patience;
        if (const auto& range = device.family_setup_range) {
          device.family_setup = high ? range->high : range->low;
        }
      }
      const Timeline timeline = evaluate::timeline(at_end, plan);
      widen(costs.cost, evaluate::cost(fleet.tasks(), timeline, objective));
      widen(costs.makespan, timeline.makespan);
    }
  }
  const bool same = tied(costs.cost.low, costs.cost.high) && tied(costs.makespan.low, costs.makespan.high);
  return same ? std::nullopt : std::optional(costs);
}

std::vector<std::string> assumed_numbers(const Fleet& fleet, const Plan& plan) {
  std::vector<std::string> numbers;
  if (plan.share && (plan.share->switches_context || plan.share->loses_between) &&
      share::Clients(fleet.tasks()).all().size() > 1) {
    for (const PolicyOption& option : plan.share->settings.options()) {
      if (option.assumed && !plan.share->settings.is_set(option.name)) {
        numbers.push_back(plan.share->policy + "." + std::string(option.name));
      }
    }
  }
  return numbers;
}

}  // namespace warpshop::study
