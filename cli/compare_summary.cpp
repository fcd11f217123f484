#include <algorithm>
#include <set>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "cli/compare_options.hpp"
#include "cli/planning.hpp"
#include "cli/refused_files.hpp"
#include "cli/result_origin.hpp"
#include "cli/swept.hpp"
#include "sim/io/workload/read_workload.hpp"
#include "sim/model/error.hpp"
#include "sim/model/fields.hpp"
#include "sim/study/grid/summary_input.hpp"

namespace warpshop::cli {
namespace {

/// Each file once, however often and by whatever path it was named.
std::vector<std::filesystem::path> each_once(const std::vector<std::filesystem::path>& files) {
  std::vector<std::filesystem::path> kept;
  std::set<std::filesystem::path> seen;
  for (const auto& file : files) {
    std::error_code error;
    const std::filesystem::path whole = std::filesystem::canonical(file, error);
    if (seen.insert(error ? file : whole).second) {
      kept.push_back(file);
    }
  }
  return kept;
}

/// The workloads that are not refused.
study::SummarySets read_sets(const CompareOptions& options, std::span<const study::SetDevices> devices,
                             const std::vector<std::filesystem::path>& files, Progress& progress,
                             RefusedFiles& refused) {
  study::SummarySets sets;
  Notes notes(options.output);
  for (const auto& file : files) {
    progress.show("reading " + file.string());
    refused.attempt(file, [&] {
      Workload workload = changed(io::read_workload(file), options.planning.what_if);
      refuse_clients(workload, "compare --summary");
      const study::ComparedProblems compared =
          study::compared_problems(workload, devices, options.policies, options.planning, study::Shown::summed_up);
      progress.clear();
      notes.show(compared.notes);
      for (std::size_t i = 0; i < devices.size(); ++i) {
        notes.show(recorded_notes(compared.problems[i]));
        sets.policies.add(workload.name, compared.policies[i]);
      }
      sets.workloads.push_back(std::move(workload));
    });
  }
  progress.clear();
  return sets;
}

}  // namespace

void check_summary_options(const CompareOptions& options) {
  const study::PlanningOptions& planning = options.planning;
  if (!planning.pairs.empty()) {
    throw InputError("--pair: tasks have names in one workload alone, expected --summary without it");
  }
  if (planning.goals) {
    throw InputError("--objective goals: --summary is of tasks, expected --summary without it");
  }
  if (planning.order.objective == Objective::lateness) {
    throw InputError(
        "--objective lateness: a lateness may be 0 or below, where the ratios of --summary mean nothing, expected cmax "
        "or wc");
  }
  if (std::any_of(options.policies.begin(), options.policies.end(), [](const std::string& name) {
        return !study::stands_for_several(name) && study::named_policy(name).orders();
      })) {
    throw InputError("--policy random:N: --summary draws one order a workload, expected random");
  }
  if (!options.output.file("--report").empty()) {
    throw InputError("--report with --summary, expected one workload or several without it");
  }
}

void print_summary(const CompareOptions& options, const CompareInput& input) {
  const std::vector<std::filesystem::path> files = each_once(input.files);
  if (files.size() < input.files.size()) {
    note(options.output, fmt::format("{} of {} files were named before, and are counted once",
                                     input.files.size() - files.size(), input.files.size()));
  }
  Progress progress(options.output);
  RefusedFiles refused(files.size());
  const study::SummarySets sets = read_sets(options, input.devices, files, progress, refused);
  if (!sets.workloads.empty()) {
    Output output(options.output, input.read);
    const std::string& first = options.workloads.front();
    const std::size_t named = options.workloads.size();  // `jobs`, `a.yaml and 11 more`
    const Origin origin =
        origin_of(named == 1 ? first : fmt::format("{} and {} more", first, named - 1), options.planning.order);
    study::SweepInput sweep =
        study::summary_input(origin, sets, input.devices, options.planning, engine_of_many(options.planning.engine));
    Notes(options.output).show(sweep.notes);
    sweep.manifest.head.timing = options.planning.timing;
    const unsigned jobs = options.planning.engine == study::kExactEngine ? options.planning.jobs : 1;
    study::PointMaker maker(sweep.grid, sweep.settings, {PointRange{0, sweep.grid.points()}}, jobs);
    print_swept(output, sweep.manifest, summed_up(sweep.manifest, output, progress, [&] { return maker.next(); }));
  }
  refused.check();
}

}  // namespace warpshop::cli
