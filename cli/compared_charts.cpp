#include "cli/compared_charts.hpp"

#include <algorithm>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/engine_list.hpp"
#include "sim/model/error.hpp"
#include "sim/report/gantt.hpp"
#include "sim/study/policy_name.hpp"

namespace warpshop::cli {
namespace {

/// Of the policy that a user names, with the numbers behind its name or without; nullptr: there is none.
const PolicyResult* result_of(const Comparison& comparison, const std::string& name) {
  const study::NamedPolicy named = study::named_policy(name);
  const auto found =
      std::find_if(comparison.results.begin(), comparison.results.end(), [&](const PolicyResult& result) {
        const study::NamedPolicy compared = study::named_policy(result.policy);
        return compared.policy == named.policy && (compared == named || named.settings.empty());
      });
  return found == comparison.results.end() ? nullptr : &*found;
}

}  // namespace

void add_charts_option(CLI::App& command, std::vector<std::string>& charts) {
  command
      .add_option_function<std::vector<std::string>>(
          "--gantt", [&charts](const std::vector<std::string>& lists) { charts = study::listed_policies(lists); },
          "draw these policies' timelines below the table and in the report, on one time axis")
      ->allow_extra_args(false)
      ->option_text("LIST");
}

void check_charts(const CompareOptions& options) {
  for (const std::string& name : options.charts) {
    study::named_policy(name);  // throws
  }
  if (!options.charts.empty() && options.output.format != format::Table::kName && !options.report) {
    throw InputError("--gantt: charts stand below a table or in a report, expected --format table or --report");
  }
  if (!options.charts.empty() && options.summary) {
    throw InputError("--gantt: a summary has no timelines, expected it without --summary");
  }
}

void print_charts(Output& output, const CompareOptions& options, const Comparison& comparison,
                  const study::Problem& problem) {
  if (options.output.format != format::Table::kName) {
    return;
  }
  std::vector<const PolicyResult*> drawn;
  for (const std::string& name : options.charts) {
    if (const PolicyResult* result = result_of(comparison, name)) {
      drawn.push_back(result);
    } else {
      note(options.output, fmt::format("no chart of {}: it is not compared on {}", name, comparison.workload));
    }
  }
  std::vector<Timeline> timelines;
  timelines.reserve(drawn.size());
  std::vector<report::GanttPanel> panels;
  for (const PolicyResult* result : drawn) {
    timelines.push_back(engine(options.planning.engine).asked.timeline(problem.fleet, result->plan));
    panels.push_back({.title = fmt::format("{}, {:.3f} ms", result->policy, result->makespan.count()),
                      .timeline = timelines.back(),
                      .task_names = comparison.task_names,
                      .devices = comparison.fleet});
  }
  if (!panels.empty()) {
    output.stream() << '\n' << report::gantt(panels, report::gantt_style(output.style()));
  }
}

}  // namespace warpshop::cli
