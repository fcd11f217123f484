#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/compare_clients.hpp"
#include "cli/compare_options.hpp"
#include "cli/planning.hpp"
#include "cli/print.hpp"
#include "cli/refused_files.hpp"
#include "cli/result_origin.hpp"
#include "sim/files/find_workloads.hpp"
#include "sim/io/workload/read_workload.hpp"
#include "sim/model/error.hpp"
#include "sim/report/gantt.hpp"
#include "sim/report/html/comparison_chapter.hpp"
#include "sim/report/side_by_side.hpp"
#include "sim/study/draw_assumed.hpp"
#include "sim/study/drawn_plans.hpp"

namespace warpshop::cli {
namespace {

/// Beyond so many comparisons the report has no timelines, so that it stays small enough to open.
constexpr std::size_t kMostDrawn = 40;
constexpr std::uint64_t kMostDraws = 100'000;

/// What there is to say of a workload on one of the devices.
struct Compared {
  Comparison comparison;
  std::vector<DrawnPlan> drawn;  ///< plans whose timelines are shown
};

bool is_reported(const CompareOptions& options) {
  return !options.output.file("--report").empty();
}

/// Throws InputError: a policy that there is not, --pair beside another --partner, charts that nothing would show;
/// whatever the workload.
void check_options(const CompareOptions& options) {
  for (const std::string& name : options.charts) {
    study::named_policy(name);  // throws
  }
  if (!options.charts.empty() && options.output.format != format::Table::kName && !is_reported(options)) {
    throw InputError("--gantt: charts stand below a table or in a report, expected --format table or --report");
  }
  if (!options.charts.empty() && options.summary) {
    throw InputError("--gantt: a summary has no timelines, expected it without --summary");
  }
  if (options.uncertainty && options.summary) {
    throw InputError("--uncertainty: a summary draws nothing, expected it without --summary");
  }
  for (const std::string& name : options.policies) {
    if (!study::stands_for_several(name)) {
      study::named_policy(name);  // throws
    }
  }
  const study::PlanningOptions& planning = options.planning;
  if (planning.pairs.empty() || (planning.partner && *planning.partner != Partner::given)) {
    planning.options_for({});
  }
}

/// Each --device. One that is named twice is first as its profile says, then as --set does. Throws InputError also
/// where two others have one name.
std::vector<study::SetDevices> find_compared_devices(const CompareOptions& options) {
  const std::vector<std::string>& specs = options.devices;
  std::vector<study::SetDevices> found;
  for (auto spec = specs.begin(); spec != specs.end(); ++spec) {
    const bool set_later = std::find(spec + 1, specs.end(), *spec) != specs.end();
    study::SetDevices device = find_set_devices(*spec, set_later ? std::vector<std::string>{} : options.planning.set);
    for (std::size_t i = 0; i < found.size(); ++i) {
      const bool plain_and_set = specs[i] == *spec && found[i].set != device.set;
      if (found[i].name == device.name && !plain_and_set) {
        throw InputError("--device: two of them are called " + device.name +
                         ", expected names that differ, or one twice with --set: without it and with it");
      }
    }
    if (options.uncertainty && device.devices.size() > 1) {
      throw InputError("--uncertainty: of several GPUs, expected one in each --device");
    }
    found.push_back(std::move(device));
  }
  return found;
}

/// Of the policy that a user names, with its options or without; nullptr: there is none.
const PolicyResult* result_of(const Comparison& comparison, const std::string& name) {
  const study::NamedPolicy named = study::named_policy(name);
  const auto found =
      std::find_if(comparison.results.begin(), comparison.results.end(), [&](const PolicyResult& result) {
        const study::NamedPolicy compared = study::named_policy(result.policy);
        return compared.policy == named.policy && (compared == named || named.settings.empty());
      });
  return found == comparison.results.end() ? nullptr : &*found;
}

/// The plans that are to be seen; in_report: there as well, those by default where none is named.
std::vector<DrawnPlan> drawn_plans(const CompareOptions& options, const study::Problem& problem,
                                   const Comparison& comparison, bool in_report) {
  std::vector<std::string> names;
  for (const std::string& name : options.charts) {
    const PolicyResult* const result = result_of(comparison, name);
    if (result != nullptr || is_reported(options)) {
      names.push_back(result != nullptr ? result->policy : name);  // which is refused
    } else {
      note(options.output, fmt::format("no chart of {}: it is not compared on {}", name, comparison.workload));
    }
  }
  const bool by_default = options.charts.empty() && in_report;
  return names.empty() && !by_default ? std::vector<DrawnPlan>{}
                                      : study::drawn_plans(problem, comparison, engine(options.planning.engine), names);
}

/// By device. workload: as it is planned; unchanged: the workload as it is in its file, where a what-if changes it;
/// before: so many comparisons are in the report.
std::vector<Compared> compare_on_each(const CompareOptions& options, const study::ComparedProblems& on_each,
                                      const Workload& workload, const std::optional<Workload>& unchanged,
                                      std::span<const study::SetDevices> devices, std::size_t before,
                                      Progress& progress) {
  const study::EngineChoice asked = engine(options.planning.engine);
  std::vector<Compared> all;
  for (std::size_t i = 0; i < devices.size(); ++i) {
    const study::Problem& problem = on_each.problems[i];
    Compared& compared = all.emplace_back();
    Comparison& comparison = compared.comparison;
    comparison = study::compare(problem, on_each.policies[i].chosen,
                                options.planning.comparison(asked, on_each.options, devices[i].name),
                                [&](const auto& text) { progress.show(text); });
    comparison.origin = origin_of(problem.file, options.planning.order);
    comparison.skipped = on_each.policies[i].left_out;
    if (unchanged) {
      comparison.unchanged = study::unchanged_cost(*unchanged, devices[i], comparison, options.planning, asked);
    }
    if (options.uncertainty && !comparison.results.empty()) {
      comparison.uncertainty = study::uncertainty(
          problem, on_each.planned(workload, i), devices[i].devices.front(), comparison,
          {.draws = options.draws, .seed = options.planning.order.seed, .jobs = options.planning.jobs},
          [&](const auto& text) { progress.show(text); });
    }
    progress.clear();
    compared.drawn = drawn_plans(options, problem, comparison, is_reported(options) && before + i < kMostDrawn);
  }
  return all;
}

/// In a table, the charts that were asked for.
void print_charts(Output& output, const CompareOptions& options, const std::vector<DrawnPlan>& drawn) {
  std::vector<report::GanttPanel> panels;
  for (const DrawnPlan& plan : drawn) {
    const Simulation& simulation = plan.simulation;
    panels.push_back({.title = fmt::format("{}, {:.3f} ms", simulation.policy, simulation.timeline.makespan.count()),
                      .timeline = simulation.timeline,
                      .task_names = simulation.task_names,
                      .devices = simulation.fleet});
  }
  if (!panels.empty() && !options.charts.empty() && options.output.format == format::Table::kName) {
    output.stream() << '\n' << report::gantt(panels, report::gantt_style(output.style()));
  }
}

void print_all(Output& output, const CompareOptions& options, std::vector<Compared> all, std::size_t before) {
  std::vector<Comparison> comparisons;
  for (Compared& compared : all) {
    print(output, compared.comparison);
    print_charts(output, options, compared.drawn);
    if (output.report().asked()) {
      const bool drawn = before + comparisons.size() < kMostDrawn;
      output.report().add(
          report::html::chapter(compared.comparison, drawn ? std::move(compared.drawn) : std::vector<DrawnPlan>{}));
    }
    comparisons.push_back(std::move(compared.comparison));
  }
  if (comparisons.size() > 1 && options.output.format == format::Table::kName) {
    output.stream() << '\n' << report::side_by_side(comparisons, output.style());
  }
}

/// Which policies failed, on standard error; how many.
std::size_t tell_failed(const std::vector<Compared>& all) {
  std::size_t failed = 0;
  for (const auto& [comparison, drawn] : all) {
    for (const FailedPolicy& policy : comparison.failed) {
      std::cerr << fmt::format("{} on {}: policy {} failed and is left out: {}\n", comparison.workload,
                               comparison.device, policy.policy, policy.reason);
      ++failed;
    }
  }
  return failed;
}

/// CSV has one line of names: of plans, or of clients, as the first workload has it. Throws InputError.
void refuse_other_columns(const OutputOptions& options, const Workload& workload, std::optional<bool>& has_clients) {
  const bool in_csv = options.format == format::Csv::kName || !options.file("--csv").empty();
  const bool of_clients = !workload.clients.none();
  if (in_csv && has_clients.value_or(of_clients) != of_clients) {
    throw InputError(workload.file, {},
                     of_clients ? "clients behind a workload of tasks, which have other columns in CSV, expected json"
                                : "tasks behind a workload of clients, which have other columns in CSV, expected json");
  }
  has_clients = of_clients;
}

/// One workload after the other: read, compared and printed before the next one is read.
void print_each(const CompareOptions& options, const CompareInput& input) {
  Progress progress(options.output);
  Notes notes(options.output);
  RefusedFiles refused(input.files.size());
  std::optional<Output> output;
  std::optional<bool> has_clients;
  std::size_t chapters = 0;
  std::size_t failed = 0;
  for (const auto& file : input.files) {
    std::optional<study::ComparedProblems> on_each;
    std::optional<Workload> unchanged;
    std::vector<Compared> compared;
    std::optional<Workload> of_clients;
    Workload planned;
    progress.show("reading " + file.string());
    refused.attempt(file, [&] {
      Workload workload = io::read_workload(file);
      admit(workload, options.admits);
      refuse_other_columns(options.output, workload, has_clients);
      if (!workload.clients.none()) {
        refuse_batch_options(options.planning, workload);
        refuse_for_clients(!options.charts.empty(), "--gantt", workload);
        refuse_for_clients(options.uncertainty, "--uncertainty", workload);
        of_clients = std::move(workload);
        return;
      }
      if (options.planning.goals) {
        throw InputError(workload.file, {},
                         "--objective goals is of clients, and this workload has tasks, expected another --objective");
      }
      if (options.planning.what_if != WhatIf{}) {
        unchanged = workload;
        workload = changed(std::move(workload), options.planning.what_if);
      }
      planned = std::move(workload);
      on_each =
          study::compared_problems(planned, input.devices, options.policies, options.planning, study::Shown::each);
    });
    progress.clear();
    if (of_clients) {
      if (!output) {
        output.emplace(options.output, input.read);
      }
      refused.attempt(file, [&] {
        failed += compare_clients(options, input, *of_clients, *output, notes, progress);
        output->report().made_from(file);
      });
    }
    if (!on_each) {
      continue;
    }
    notes.show(on_each->notes);
    for (const study::Problem& problem : on_each->problems) {
      notes.show(recorded_notes(problem));
    }
    if (!output) {
      output.emplace(options.output, input.read);
    }
    const bool done = refused.attempt(file, [&] {
      compared = compare_on_each(options, *on_each, planned, unchanged, input.devices, chapters, progress);
    });
    if (done) {
      failed += tell_failed(compared);
      const std::size_t more = compared.size();
      print_all(*output, options, std::move(compared), chapters);
      output->report().made_from(file);
      chapters += more;
    }
  }
  if (output) {
    for (const study::SetDevices& device : input.devices) {
      output->report().made_from(device.devices);
    }
    output->commit();
  }
  refused.check();
  if (failed > 0) {
    throw std::runtime_error(
        fmt::format("{} failed, see above", failed == 1 ? "one policy" : fmt::format("{} policies", failed)));
  }
}

void run(const CompareOptions& options) {
  if (options.summary) {
    check_summary_options(options);
  }
  check_options(options);
  CompareInput input{
      .devices = find_compared_devices(options), .files = files::find_workload_files(options.workloads), .read = {}};
  input.read = input.files;
  for (const std::string& device : options.devices) {
    const auto profiles = device_files(device);
    input.read.insert(input.read.end(), profiles.begin(), profiles.end());
  }
  options.summary ? print_summary(options, input) : print_each(options, input);
}

}  // namespace

void add_compare(CLI::App& app) {
  auto options = std::make_shared<CompareOptions>();
  CLI::App* command = app.add_subcommand("compare", "policies side by side, best first");
  command->add_option("WORKLOAD", options->workloads, "workload files, or directories of them; - is standard input")
      ->required();
  add_policy_list(*command, options->policies, "; random:1000 shows how the costs of so many random orders spread");
  add_device_options(*command, options->devices);
  add_report_option(*command, options->output);
  add_admit_option(*command, options->admits);
  CLI::Option* const uncertainty =
      command->add_flag("--uncertainty", options->uncertainty,
                        "whether the first stays first over what the profile only assumes, and what of that to measure "
                        "first; of one GPU");
  add_count_option(*command, "--draws", options->draws, 1, kMostDraws,
                   "of what is assumed, for --uncertainty; seeded by --seed")
      ->needs(uncertainty);
  command->add_flag("--summary", options->summary,
                    "what each policy is worth over all workloads, instead of a result each; engine simgrid uses one "
                    "thread");
  add_policies_option(*command, "--gantt", options->charts,
                      "draw these policies' timelines below the table and in the report, on one time axis");
  add_planning_options(*command, options->planning, true);
  add_output_options(*command, options->output);
  command->callback([options] { run(*options); });
}

}  // namespace warpshop::cli
