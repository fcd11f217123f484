#include "cli/compare_summary.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "cli/comparand.hpp"
#include "cli/engine_list.hpp"
#include "cli/ignored_due.hpp"
#include "cli/left_out_note.hpp"
#include "cli/points_progress.hpp"
#include "cli/print.hpp"
#include "cli/refused_files.hpp"
#include "cli/result_origin.hpp"
#include "cli/swept.hpp"
#include "sim/io/workload/read_workload.hpp"
#include "sim/model/error.hpp"
#include "sim/model/fields.hpp"
#include "sim/study/policy_name.hpp"
#include "sim/study/sweep/common_policies.hpp"
#include "sim/study/sweep/make_points.hpp"
#include "sim/study/sweep/workload_cell.hpp"

namespace warpshop::cli {
namespace {

/// The workloads that are not refused, and who takes all of them.
struct SummarySets {
  std::vector<Workload> workloads;
  study::CommonPolicies policies;
};

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

SummarySets read_sets(const CompareOptions& options, std::span<const ComparedDevice> devices,
                      const std::vector<std::filesystem::path>& files, Progress& progress, RefusedFiles& refused) {
  SummarySets sets;
  std::set<std::string> told;
  for (const auto& file : files) {
    progress.show("reading " + file.string());
    refused.attempt(file, [&] {
      Workload workload = changed(io::read_workload(file), options.planning.what_if);
      progress.clear();
      const Comparand comparand = make_comparand(options, workload, devices, told);
      for (const study::PolicyChoice& choice : comparand.policies) {
        sets.policies.add(workload.name, choice);
      }
      sets.workloads.push_back(std::move(workload));
    });
  }
  progress.clear();
  return sets;
}

/// Why `all` is without some policies: a note a workload and reason.
void tell_left_out(const CompareOptions& options, const std::vector<study::LeftOutOfAll>& left_out) {
  std::vector<std::pair<std::string, std::string>> others;  // workload and reason, policies
  for (const auto& [policy, workload] : left_out) {
    if (policy.limit) {
      note_left_out(options.output, workload, policy, ", so the summary is without it");
      continue;
    }
    const std::string why = workload + ": " + policy.reason;
    const auto alike = std::find_if(others.begin(), others.end(), [&](const auto& each) { return each.first == why; });
    if (alike == others.end()) {
      others.emplace_back(why, policy.policy);
    } else {
      alike->second += ", " + policy.policy;
    }
  }
  for (const auto& [why, policies] : others) {
    note(options.output, fmt::format("{}, so the summary is without {}", why, policies));
  }
}

/// What was asked for: `jobs`, `a.yaml and 11 more`.
std::string name_of(const std::vector<std::string>& arguments) {
  return arguments.size() == 1 ? arguments.front()
                               : fmt::format("{} and {} more", arguments.front(), arguments.size() - 1);
}

/// By device; one that another is without --set says so.
std::vector<std::string> labels_of(std::span<const ComparedDevice> devices) {
  std::vector<std::string> labels;
  for (const ComparedDevice& each : devices) {
    const bool twin = std::any_of(devices.begin(), devices.end(), [&](const ComparedDevice& other) {
      return other.devices.name == each.devices.name && other.set != each.set;
    });
    labels.push_back(each.devices.name + (twin && !each.set.empty() ? " --set" : ""));
  }
  return labels;
}

study::SweepSettings settings_of(const CompareOptions& options, const SummarySets& sets) {
  study::SweepSettings settings{.engine = engine_of_many(options.planning.engine),
                                .policies = sets.policies.chosen(),
                                .options = plan_options(options.planning, sets.workloads.front())};
  return settings;
}

/// What is swept: a cell a device.
struct SummarySweep {
  study::Grid grid;
  study::SweepSettings settings;
  SweepManifest manifest;
};

SummarySweep summary_sweep(const CompareOptions& options, std::span<const ComparedDevice> devices,
                           const SummarySets& sets) {
  SummarySweep sweep{.grid = {}, .settings = settings_of(options, sets), .manifest = {}};
  Sweep& head = sweep.manifest.head;
  head.name = name_of(options.workloads);
  head.engine = options.planning.engine;
  head.sets = sets.workloads.size();
  head.axes = {{"device", labels_of(devices)}};
  for (const study::NamedPolicy& policy : sweep.settings.policies) {
    head.policies.push_back(policy.name());
  }
  head.origin = origin_of(head.name, options.planning.order);
  for (const Workload& workload : sets.workloads) {
    sweep.manifest.most_tasks = std::max(sweep.manifest.most_tasks, workload.size());
  }
  sweep.grid.sets = head.sets;
  for (std::size_t i = 0; i < devices.size(); ++i) {
    const study::WorkloadCell cell =
        study::workload_cell(sets.workloads, devices[i].devices.devices, sets.policies.chosen());
    sweep.settings.sharing = sweep.settings.sharing || cell.sharing;
    head.basis.set = devices[i].set.empty() ? head.basis.set : devices[i].set;
    head.basis.assume(cell.basis.assumed);
    head.basis.assume(cell.basis.ranges);
    sweep.grid.cells.push_back({.objective = options.planning.order.objective, .fleet = cell.each()});
    SweepCell& of_head = head.cells.emplace_back();
    of_head.values = {i};
    of_head.device = devices[i].devices.name;
  }
  return sweep;
}

}  // namespace

void check_summary_options(const CompareOptions& options) {
  const PlanningOptions& planning = options.planning;
  if (!planning.pairs.empty()) {
    throw InputError("--pair: tasks have names in one workload alone, expected --summary without it");
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
}

void print_summary(const CompareOptions& options, std::span<const ComparedDevice> devices,
                   const std::vector<std::filesystem::path>& named) {
  const std::vector<std::filesystem::path> files = each_once(named);
  if (files.size() < named.size()) {
    note(options.output, fmt::format("{} of {} files were named before, and are counted once",
                                     named.size() - files.size(), named.size()));
  }
  Progress progress(options.output);
  RefusedFiles refused(files.size());
  const SummarySets sets = read_sets(options, devices, files, progress, refused);
  if (!sets.workloads.empty()) {
    check_compare_output(options, files);
    const bool any_due = std::any_of(sets.workloads.begin(), sets.workloads.end(),
                                     [](const Workload& workload) { return has_due_dates(workload); });
    note_ignored_due(options.output, any_due, options.planning.order.objective);
    tell_left_out(options, sets.policies.left_out());
    const SummarySweep sweep = summary_sweep(options, devices, sets);
    const unsigned jobs = options.planning.engine == study::kExactEngine ? options.planning.jobs : 1;
    const SweptOptions swept{.rows = {}, .timing = options.planning.timing, .output = options.output};
    print_swept(swept, sweep.manifest, [&](const auto& take) {
      PointsProgress shown(progress, sweep.grid.points());
      study::make_points(sweep.grid, sweep.settings, std::vector{PointRange{0, sweep.grid.points()}}, jobs,
                         [&](std::span<const SweepPoint> points) {
                           take(points);
                           shown.done(points.size());
                         });
      progress.clear();
    });
  }
  refused.check();
}

}  // namespace warpshop::cli
