#include "sim/study/first_ranked.hpp"

#include <utility>

#include "sim/study/policy_choice.hpp"

namespace warpshop::study {

ChosenPlan first_ranked(const Problem& problem, const Workload& workload, std::span<const Device> devices,
                        const ComparisonSettings& settings, const std::function<void(const std::string&)>& progress) {
  const PolicyChoice choice = choose_policies({kDefaultPolicies}, workload, settings.options.objective, devices);
  Comparison comparison = compare(problem, choice.chosen, settings, progress);
  ChosenPlan chosen = chosen_plan(std::move(comparison.results.front()));
  chosen.ranked = comparison.results.size();
  return chosen;
}

}  // namespace warpshop::study
