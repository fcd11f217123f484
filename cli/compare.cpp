#include "sim/study/compare.hpp"

#include <cstddef>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/comparand.hpp"
#include "cli/compare_summary.hpp"
#include "cli/compared_charts.hpp"
#include "cli/ignored_due.hpp"
#include "cli/left_out_note.hpp"
#include "cli/print.hpp"
#include "cli/refused_files.hpp"
#include "cli/report_file.hpp"
#include "cli/result_origin.hpp"
#include "cli/unchanged_cost.hpp"
#include "sim/files/find_workloads.hpp"
#include "sim/io/workload/read_workload.hpp"
#include "sim/model/error.hpp"
#include "sim/model/what_if.hpp"
#include "sim/report/html/comparison_chapter.hpp"
#include "sim/report/side_by_side.hpp"
#include "sim/study/drawn_plans.hpp"
#include "sim/study/joined_tasks.hpp"

namespace warpshop::cli {
namespace {

void tell_joined_tasks(const CompareOptions& options, const study::Problem& problem, const std::string& device) {
  if (const std::size_t joined = study::joined_tasks(problem.fleet, options.planning.order.objective)) {
    note(options.output,
         fmt::format("{} on {}: {} of {} tasks are joined by 'after' and stay on one GPU: no plan is below what they "
                     "take there",
                     problem.workload, device, joined, problem.fleet.size()));
  }
}

/// By device. unchanged: the workload as it is in its file, where a what-if changes it.
std::vector<Comparison> compare_on_each(const CompareOptions& options, const Comparand& comparand,
                                        const std::optional<Workload>& unchanged,
                                        std::span<const ComparedDevice> devices, Progress& progress) {
  std::vector<Comparison> comparisons;
  for (std::size_t i = 0; i < devices.size(); ++i) {
    const study::Problem& problem = comparand.problems[i];
    const study::PolicyChoice& policies = comparand.policies[i];
    if (i == 0 || policies.left_out != comparand.policies[i - 1].left_out) {
      note_left_out(options.output, problem.workload, policies.left_out);
    }
    tell_joined_tasks(options, problem, devices[i].devices.name);
    const study::ComparisonSettings settings = comparison_settings(options, comparand.options, devices[i].devices.name);
    Comparison comparison =
        study::compare(problem, policies.chosen, settings, [&](const auto& text) { progress.show(text); });
    comparison.origin = origin_of(problem.file, options.planning.order);
    comparison.skipped = policies.left_out;
    if (unchanged) {
      comparison.unchanged = unchanged_cost(options, *unchanged, devices[i], policies.chosen, comparison);
    }
    progress.clear();
    comparisons.push_back(std::move(comparison));
  }
  return comparisons;
}

void print_all(Output& output, const CompareOptions& options, const Comparand& comparand,
               const std::vector<Comparison>& comparisons) {
  for (std::size_t device = 0; device < comparisons.size(); ++device) {
    print(output, comparisons[device]);
    print_charts(output, options, comparisons[device], comparand.problems[device]);
  }
  if (comparisons.size() > 1 && options.output.format == "table") {
    output.stream() << '\n' << report::side_by_side(comparisons, output.style());
  }
}

/// Which policies failed, on standard error; how many.
std::size_t tell_failed(const std::vector<Comparison>& comparisons) {
  std::size_t failed = 0;
  for (const Comparison& comparison : comparisons) {
    for (const FailedPolicy& policy : comparison.failed) {
      std::cerr << fmt::format("{} on {}: policy {} failed and is left out: {}\n", comparison.workload,
                               comparison.device, policy.policy, policy.reason);
      ++failed;
    }
  }
  return failed;
}

/// Beyond so many comparisons the report has no timelines, so that it stays small enough to open.
constexpr std::size_t kMostDrawn = 40;

void add_chapters(ReportFile& report, const CompareOptions& options, const Comparand& comparand,
                  const std::vector<Comparison>& comparisons, std::size_t before) {
  for (std::size_t i = 0; report.asked() && i < comparisons.size(); ++i) {
    const auto engine = comparison_settings(options, comparand.options, comparisons[i].device).engine;
    report.add(report::html::chapter(
        comparisons[i], before + i < kMostDrawn
                            ? study::drawn_plans(comparand.problems[i], comparisons[i], engine, options.charts)
                            : std::vector<DrawnPlan>{}));
  }
}

/// One workload after the other: read, compared and printed before the next one is read.
void print_each(const CompareOptions& options, std::span<const ComparedDevice> devices,
                const std::vector<std::filesystem::path>& files) {
  Progress progress(options.output);
  RefusedFiles refused(files.size());
  std::set<std::string> told;
  std::optional<Output> output;
  std::optional<ReportFile> report;
  std::size_t chapters = 0;
  std::size_t failed = 0;
  bool due_told = false;
  for (const auto& file : files) {
    std::optional<Comparand> comparand;
    std::optional<Workload> unchanged;
    std::vector<Comparison> comparisons;
    progress.show("reading " + file.string());
    refused.attempt(file, [&] {
      Workload workload = io::read_workload(file);
      if (options.planning.what_if != WhatIf{}) {
        unchanged = workload;
        workload = changed(std::move(workload), options.planning.what_if);
      }
      progress.clear();
      comparand = make_comparand(options, workload, devices, told);
    });
    progress.clear();
    if (!comparand) {
      continue;
    }
    if (!output) {
      check_compare_output(options, files);
      output.emplace(options.output);
      report.emplace(options.report);
    }
    if (!comparand->problems.front().fleet.tasks().due.empty() && !std::exchange(due_told, true)) {
      note_ignored_due(options.output, true, options.planning.order.objective);
    }
    const bool compared = refused.attempt(file, [&] {
      comparisons = compare_on_each(options, *comparand, unchanged, devices, progress);
      add_chapters(*report, options, *comparand, comparisons, chapters);
    });
    if (compared) {
      print_all(*output, options, *comparand, comparisons);
      failed += tell_failed(comparisons);
      report->made_from(file);
      chapters += comparisons.size();
    }
  }
  if (output) {
    for (const ComparedDevice& device : devices) {
      report->made_from(device.devices.devices);
    }
    output->commit();
    report->commit();
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
    if (options.report) {
      throw InputError("--report with --summary, expected one workload or several without it");
    }
  }
  check_charts(options);
  check_planning(options);
  const std::vector<ComparedDevice> devices = find_compared_devices(options);
  const auto files = files::find_workload_files(options.workloads);
  options.summary ? print_summary(options, devices, files) : print_each(options, devices, files);
}

}  // namespace

void add_compare(CLI::App& app) {
  auto options = std::make_shared<CompareOptions>();
  CLI::App* command = app.add_subcommand("compare", "policies side by side, best first");
  command->add_option("WORKLOAD", options->workloads, "workload files, or directories of them; - is standard input")
      ->required();
  add_policy_list(*command, options->policies, "; random:1000 shows how the costs of so many random orders spread");
  add_device_options(*command, options->devices);
  add_report_option(*command, options->report);
  command->add_flag("--summary", options->summary,
                    "what each policy is worth over all workloads, instead of a result each; engine simgrid uses one "
                    "thread");
  add_charts_option(*command, options->charts);
  add_planning_options(*command, options->planning);
  add_output_options(*command, options->output);
  command->callback([options] { run(*options); });
}

}  // namespace warpshop::cli
