#include "sim/study/first_ranked.hpp"

#include <utility>

#include "sim/study/policy_choice.hpp"

namespace warpshop::study {

ChosenPlan first_ranked(const Problem& problem, const Workload& workload, std::span<const Device> devices,
                        const ComparisonSettings& settings, const std::function<void(const std::string&)>& progress) {
  const PolicyChoice choice = choose_policies({kDefaultPolicies}, workload, settings.options.objective, devices);
  Comparison comparison = compare(problem, choice.chosen, settings, progress);
  PolicyResult& first = comparison.results.front();
  ChosenPlan chosen{.policy = std::move(first.policy),
                    .planned = {.plan = std::move(first.plan),
                                .predicted = first.predicted,
                                .proven_optimal = first.proven_optimal,
                                .seeks_optimum = first.seeks_optimum,
                                .chooses_gates = first.chooses_gates},
                    .ranked = comparison.results.size()};
  chosen.planning = first.planning.value_or(chosen.planning);
  return chosen;
}

}  // namespace warpshop::study
