#include "cli/sweep_input.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "cli/asked_cells.hpp"
#include "cli/at_place.hpp"
#include "cli/engine_list.hpp"
#include "cli/result_origin.hpp"
#include "cli/swept_tasks.hpp"
#include "sim/files/text_key.hpp"
#include "sim/io/device/device_yaml.hpp"
#include "sim/io/sweep/read_sweep.hpp"
#include "sim/io/yaml/document_text.hpp"
#include "sim/study/policy_choice.hpp"
#include "sim/study/sweep/unfelt_axes.hpp"
#include "sim/study/sweep/workload_cell.hpp"

namespace warpshop::cli {
namespace {

study::GridCell grid_cell(const AskedCell& asked, const study::WorkloadCell& cell) {
  if (!asked.tasks->sets) {
    return {.objective = asked.objective, .fleet = cell.each()};
  }
  return {.objective = asked.objective, .fleet = [fleets = cell.fleets, sets = *asked.tasks->sets](std::uint64_t set) {
            return study::picked(fleets->front(), sets.set(set));
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

/// A key for what all files say that the sweep reads, and for every profile as it is set.
std::string key_of_inputs(const SweepSpec& spec, const std::vector<AskedCell>& cells) {
  std::ostringstream text;
  text << io::read_text(spec.file).bytes;
  for (const Workload& workload : cells.front().tasks->workloads) {
    if (workload.file != spec.file) {
      text << io::read_text(workload.file).bytes << '\0';
    }
  }
  for (const AskedCell& cell : cells) {
    for (const Device& device : cell.devices.devices) {
      io::write_device(text, device);
    }
  }
  return files::text_key(text.str());
}

}  // namespace

SweepInput read_sweep_input(const std::string& file, const std::string& engine_name, const PlanOptions& options,
                            const SettingsListener& tell) {
  const SweepSpec spec = io::read_sweep(file);
  const std::vector<AskedCell> cells = asked_cells(spec);
  SweepInput input{.grid = {},
                   .settings = {.engine = engine_of_many(engine_name), .policies = {}, .options = options},
                   .manifest = {}};
  for (const std::string& text : spec.policies) {
    input.settings.policies.push_back(at_place(spec, spec.policies_mark, [&] {
      study::NamedPolicy named = study::named_policy(text);
      if (named.orders) {
        throw InputError("a number of orders of " + text + ", expected random: every set is one draw");
      }
      return named;
    }));
  }
  for (const AskedCell& cell : cells) {
    for (const Workload& sample : samples_of(*cell.tasks)) {
      tell(sample, cell.devices.devices, cell.settings);
      study::choose_policies(spec.policies, sample, cell.objective, cell.devices.devices);
    }
  }
  Sweep& head = input.manifest.head;
  head.name = spec.name;
  head.engine = engine_name;
  head.sets = cells.front().tasks->count();
  head.axes = spec.axes;
  std::transform(input.settings.policies.begin(), input.settings.policies.end(), std::back_inserter(head.policies),
                 [](const study::NamedPolicy& policy) { return policy.name(); });
  head.origin = origin_of(file, options);
  input.grid.sets = head.sets;
  std::vector<const Policy*> policies;
  std::transform(input.settings.policies.begin(), input.settings.policies.end(), std::back_inserter(policies),
                 [](const study::NamedPolicy& named) { return &named.policy; });
  std::vector<std::shared_ptr<const std::vector<Fleet>>> fleets;
  for (const AskedCell& cell : cells) {
    const study::WorkloadCell ready = study::workload_cell(cell.tasks->workloads, cell.devices.devices, policies);
    input.settings.sharing = input.settings.sharing || ready.sharing;
    head.basis.assume(ready.basis.assumed);
    fleets.push_back(ready.fleets);
    input.grid.cells.push_back(grid_cell(cell, ready));
    add_names(input.manifest, set_names(spec, *cell.tasks));
    input.manifest.most_tasks = std::max(input.manifest.most_tasks, cell.tasks->most_tasks());
    SweepCell& of_head = head.cells.emplace_back();
    of_head.values = cell.values;
    of_head.device = cell.devices.name;
  }
  input.notes = study::unfelt_axes(head, fleets, cells.front().tasks->workloads);
  input.manifest.inputs = key_of_inputs(spec, cells);
  return input;
}

}  // namespace warpshop::cli
