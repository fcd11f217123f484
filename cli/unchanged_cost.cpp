#include "cli/unchanged_cost.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/comparand.hpp"
#include "sim/model/what_if.hpp"
#include "sim/study/compare.hpp"
#include "sim/study/policy_choice.hpp"
#include "sim/study/problem.hpp"

namespace warpshop::cli {

std::optional<Unchanged> unchanged_cost(const CompareOptions& options, const Workload& workload,
                                        const ComparedDevice& device, const std::vector<study::NamedPolicy>& policies,
                                        const Comparison& comparison) {
  const auto first = std::find_if(policies.begin(), policies.end(), [&](const study::NamedPolicy& policy) {
    return !comparison.results.empty() && policy.name() == comparison.results.front().policy;
  });
  if (first == policies.end() || options.planning.order.objective == Objective::lateness) {
    return std::nullopt;
  }
  const std::vector<Device>& gpus = device.devices.devices;
  try {
    const std::vector<study::NamedPolicy> chosen =
        study::choose_policies({first->name()}, workload, options.planning.order.objective, gpus).chosen;
    study::Problem problem = study::make_problem(workload, gpus);
    if (study::may_share(chosen, workload, gpus)) {
      study::prepare_sharing(problem, gpus);
    }
    const study::ComparisonSettings settings =
        comparison_settings(options, plan_options(options.planning, workload), device.devices.name);
    const Comparison before = study::compare(problem, chosen, settings, [](const auto& /*text*/) {});
    const PolicyResult& result = before.results.front();
    if (!(result.cost > Millis{0})) {
      return std::nullopt;
    }
    return Unchanged{result.policy, result.cost, fmt::format("{}", fmt::join(flags(options.planning.what_if), ", "))};
  } catch (const std::runtime_error&) {  // InputError among them
    return std::nullopt;                 // it was planned as changed, and cannot be as it is
  }
}

}  // namespace warpshop::cli
