#include "sim/study/grid/sweep_input.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>
#include <set>
#include <tuple>
#include <utility>

#include "sim/files/text_key.hpp"
#include "sim/io/sweep/read_sweep.hpp"
#include "sim/io/yaml/document_text.hpp"
#include "sim/study/grid/asked_grid.hpp"
#include "sim/study/grid/at_place.hpp"
#include "sim/study/grid/swept_tasks.hpp"
#include "sim/study/policy_choice.hpp"
#include "sim/study/sweep/unfelt_axes.hpp"
#include "sim/study/sweep/workload_cell.hpp"

namespace warpshop::study {
namespace {

WorkloadCell workload_cell_of(const AskedCell& asked, const std::vector<NamedPolicy>& policies) {
  std::vector<Device> devices = asked.devices->list.devices;
  for (Device& device : devices) {
    device = with_link(std::move(device), asked.link);
  }
  return workload_cell(asked.tasks->tasks.workloads, devices, policies);
}

GridCell grid_cell(const AskedCell& asked, const WorkloadCell& cell) {
  const SweptTasks& tasks = asked.tasks->tasks;
  if (!tasks.sets) {
    return {.objective = asked.objective, .fleet = cell.each()};
  }
  return {.objective = asked.objective, .fleet = [fleets = cell.fleets, sets = *tasks.sets](std::uint64_t set) {
            return picked(fleets->front(), sets.set(set));
          }};
}

/// What the sets of the next cell are called.
void add_names(SweepManifest& manifest, SetNames names) {
  const auto found = std::find(manifest.set_names.begin(), manifest.set_names.end(), names);
  manifest.names_of_cell.push_back(static_cast<std::size_t>(found - manifest.set_names.begin()));
  if (found == manifest.set_names.end()) {
    manifest.set_names.push_back(std::move(names));
  }
}

/// Throws InputError: a policy does not take some set on some devices.
void check_policies(const SweepSpec& spec, const AskedGrid& grid, const SettingsListener& tell) {
  std::set<std::tuple<const AskedTasks*, const AskedDevices*, Objective>> checked;
  for (const AskedCell& cell : grid.cells) {
    if (!checked.emplace(cell.tasks.get(), cell.devices.get(), cell.objective).second) {
      continue;
    }
    for (const Workload& sample : cell.tasks->samples) {
      tell(sample, cell.devices->list.devices, cell.devices->settings);
      choose_policies(spec.policies, sample, cell.objective, cell.devices->list.devices);
    }
  }
}

}  // namespace

SweepInput read_sweep_input(const Origin& origin, const EngineChoice& engine, const PlanOptions& options,
                            const SettingsListener& tell) {
  const io::Text text = io::read_text(origin.file, io::Fifo::awaited);
  const SweepSpec spec = io::read_sweep(text);
  const AskedGrid asked = asked_grid(spec);
  SweepInput input{.grid = {},
                   .settings = {.engine = engine, .policies = {}, .options = options},
                   .manifest = {},
                   .files = asked.files,
                   .notes = {}};
  input.files.emplace_back(origin.file);
  for (std::size_t i = 0; i < spec.policies.size(); ++i) {
    input.settings.policies.push_back(at_place(spec, spec.policy_marks[i], [&] {
      NamedPolicy named = named_policy(spec.policies[i]);
      if (named.orders()) {
        throw InputError("a number of orders of " + spec.policies[i] + ", expected random: every set is one draw");
      }
      return named;
    }));
  }
  check_policies(spec, asked, tell);
  Sweep& head = input.manifest.head;
  head.name = spec.name;
  head.engine = engine.asked.name;
  head.sets = asked.cells.front().tasks->tasks.count();
  head.axes = spec.axes;
  std::transform(input.settings.policies.begin(), input.settings.policies.end(), std::back_inserter(head.policies),
                 [](const NamedPolicy& policy) { return policy.name(); });
  head.origin = origin;
  input.grid.sets = head.sets;
  std::vector<std::shared_ptr<const std::vector<Fleet>>> fleets;
  for (const AskedCell& cell : asked.cells) {
    const WorkloadCell ready = workload_cell_of(cell, input.settings.policies);
    input.settings.sharing = input.settings.sharing || ready.sharing;
    head.basis.assume(ready.basis.assumed);
    head.basis.assume(ready.basis.ranges);
    fleets.push_back(ready.fleets);
    input.grid.cells.push_back(grid_cell(cell, ready));
    add_names(input.manifest, set_names(spec, cell.tasks->tasks));
    input.manifest.most_tasks = std::max(input.manifest.most_tasks, cell.tasks->tasks.most_tasks());
    SweepCell& of_head = head.cells.emplace_back();
    of_head.values = cell.values;
    of_head.device = cell.devices->list.name;
  }
  input.notes = unfelt_axes(head, fleets, asked.cells.front().tasks->tasks.workloads);
  input.manifest.inputs = files::text_key(text.bytes + '\0' + asked.texts);
  return input;
}

}  // namespace warpshop::study
