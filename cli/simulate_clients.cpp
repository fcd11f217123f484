#include "cli/simulate_clients.hpp"

#include <optional>
#include <string_view>
#include <utility>

#include "cli/planning.hpp"
#include "cli/result_origin.hpp"
#include "sim/model/error.hpp"
#include "sim/model/quantity.hpp"
#include "sim/study/clients/client_policies.hpp"
#include "sim/study/clients/compared_clients.hpp"
#include "sim/study/clients/shown_window.hpp"
#include "sim/study/policy_choice.hpp"
#include "sim/study/problem.hpp"
#include "sim/study/workload_notes.hpp"

namespace warpshop::cli {

TimeWindow parse_window(const std::string& text) {
  const std::size_t dots = text.find("..");
  std::optional<Millis> from;
  std::optional<Millis> until;
  if (dots != std::string::npos) {
    from = parse_duration(std::string_view(text).substr(0, dots));
    until = parse_duration(std::string_view(text).substr(dots + 2));
  }
  if (!from || !until) {
    throw InputError("--window: '" + text + "' is no stretch of time, expected FROM..UNTIL such as 2s..3s");
  }
  if (*until <= *from) {
    throw InputError("--window: '" + text + "' ends where it begins or before, expected a later end");
  }
  return {.from = *from, .until = *until};
}

ClientTimeline simulate_clients(const SimulateOptions& options, const Workload& workload,
                                const study::SetDevices& devices, Progress& progress) {
  refuse_batch_options(options.planning, workload);
  refuse_for_clients(options.plan.order.has_value(), "--order", workload);
  refuse_for_clients(!options.output.file("--paje").empty(), "--paje", workload);
  const std::vector<std::string> names{options.plan.policy.value_or(study::kDefaultPolicies)};
  study::PolicyChoice choice = study::choose_client_policies(names, workload, devices.devices);
  study::Problem problem = study::make_problem(workload, devices.devices);
  problem.basis.set = devices.set;
  study::prepare_sharing(problem, devices.devices);
  progress.clear();
  Notes notes(options.output);
  notes.show(problem.notes);
  notes.show(study::late_arrival_notes(workload));
  notes.show(study::left_out_notes(workload.name, choice.left_out));
  if (!options.plan.policy) {
    notes.show(study::unshared_notes(workload, devices.devices));
  }
  const study::ClientsSettings settings{
      .device = devices.name, .options = options.planning.options_for(workload), .jobs = options.planning.jobs};
  const auto show = [&](const std::string& text) { progress.show(text); };
  ClientTimeline timeline;
  timeline.comparison = study::compare_clients(problem, choice.chosen, settings, show);
  if (!options.plan.policy) {  // once more alone, so that it rests on nothing that others need
    timeline.ranked = timeline.comparison.results.size();
    const std::optional<std::size_t> runs = timeline.result().runs;
    timeline.comparison =
        study::compare_clients(problem, {study::named_policy(timeline.result().policy)}, settings, show);
    timeline.comparison.results.front().runs = runs;
  }
  ClientComparison& comparison = timeline.comparison;
  comparison.origin = origin_of(workload.file, options.planning.order);
  const TimeWindow time = options.window ? parse_window(*options.window) : study::usual_window(comparison);
  progress.show("a stretch of time");
  comparison.results.front().window = study::shown_window(problem, comparison, timeline.result(), time);
  return timeline;
}

}  // namespace warpshop::cli
