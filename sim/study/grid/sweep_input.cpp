#include "sim/study/grid/sweep_input.hpp"

#include <algorithm>
#include <memory>
#include <set>
#include <tuple>
#include <utility>

#include "sim/files/text_key.hpp"
#include "sim/io/sweep/read_sweep.hpp"
#include "sim/io/yaml/document_text.hpp"
#include "sim/study/expected_time.hpp"
#include "sim/study/grid/asked_grid.hpp"
#include "sim/study/policy_choice.hpp"
#include "sim/study/sweep/ineffective_axes.hpp"
#include "sim/study/workload_notes.hpp"

namespace warpshop::study {
namespace {

WorkloadCell workload_cell_of(const AskedCell& asked, const std::vector<NamedPolicy>& policies) {
  std::vector<Device> devices = asked.devices->devices;
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

/// What is to be told of the values that the sets meet. Throws InputError: a policy does not take some set on some
/// devices.
std::vector<Note> checked_sets(const SweepSpec& spec, const AskedGrid& grid) {
  std::vector<Note> notes;
  std::set<std::tuple<const AskedTasks*, const SetDevices*, Objective>> checked;
  for (const AskedCell& cell : grid.cells) {
    if (!checked.emplace(cell.tasks.get(), cell.devices.get(), cell.objective).second) {
      continue;
    }
    for (const Workload& sample : cell.tasks->samples) {
      append(notes, half_set_notes(sample, cell.devices->devices, cell.devices->settings));
      choose_policies(spec.policies, sample, cell.objective, cell.devices->devices);
    }
  }
  return notes;
}

}  // namespace

void SweepInput::begin(const std::string& name, const Origin& origin, std::uint64_t sets, std::vector<SweepAxis> axes) {
  Sweep& head = manifest.head;
  head.name = name;
  head.engine = settings.engine.asked.name;
  head.sets = sets;
  head.axes = std::move(axes);
  for (const NamedPolicy& policy : settings.policies) {
    head.policies.push_back(policy.name());
  }
  head.origin = origin;
  grid.sets = sets;
}

void SweepInput::add_cell(const WorkloadCell& ready, GridCell cell, std::vector<std::size_t> values,
                          const std::string& device) {
  Sweep& head = manifest.head;
  settings.sharing = settings.sharing || ready.sharing;
  head.basis.assume(ready.basis.assumed);
  head.basis.assume(ready.basis.ranges);
  grid.cells.push_back(std::move(cell));
  SweepCell& of_head = head.cells.emplace_back();
  of_head.values = std::move(values);
  of_head.device = device;
}

SweepFile read_sweep_file(const std::string& file) {
  SweepFile read{.text = io::read_text(file, io::Fifo::awaited), .spec = {}};
  read.spec = io::read_sweep(read.text);
  return read;
}

std::vector<NamedPolicy> asked_policies(const SweepSpec& spec) {
  std::vector<NamedPolicy> policies;
  policies.reserve(spec.policies.size());
  for (std::size_t i = 0; i < spec.policies.size(); ++i) {
    policies.push_back(at_place(spec, spec.policy_marks[i], [&] {
      NamedPolicy named = named_policy(spec.policies[i]);
      if (named.orders()) {
        throw InputError("a number of orders of " + spec.policies[i] + ", expected random: every set is one draw");
      }
      for (const NamedPolicy& other : policies) {
        if (other.name() == named.name()) {
          throw InputError("policy " + named.name() + " stands here twice, however it is written, expected it once");
        }
      }
      return named;
    }));
  }
  return policies;
}

SweepInput sweep_input(const SweepFile& file, const Origin& origin, const EngineChoice& engine,
                       const PlanOptions& options) {
  const SweepSpec& spec = file.spec;
  const AskedGrid asked = asked_grid(spec);
  SweepInput input{.grid = {},
                   .settings = {.engine = engine, .policies = asked_policies(spec), .options = options},
                   .manifest = {},
                   .files = asked.files,
                   .notes = {}};
  input.files.emplace_back(origin.file);
  input.notes = checked_sets(spec, asked);
  input.begin(spec.name, origin, asked.cells.front().tasks->tasks.count(), spec.axes);
  std::vector<std::shared_ptr<const std::vector<Fleet>>> fleets;
  for (const AskedCell& cell : asked.cells) {
    const WorkloadCell ready = workload_cell_of(cell, input.settings.policies);
    fleets.push_back(ready.fleets);
    input.add_cell(ready, grid_cell(cell, ready), cell.values, cell.devices->name);
    add_names(input.manifest, set_names(spec, cell.tasks->tasks));
    input.manifest.most_tasks = std::max(input.manifest.most_tasks, cell.tasks->tasks.most_tasks());
  }
  for (std::string& told : ineffective_axes(input.manifest.head, fleets, asked.cells.front().tasks->tasks.workloads)) {
    input.notes.push_back({.where = "", .text = std::move(told)});
  }
  const GridCell& first = input.grid.cells.front();
  if (const std::string slow = slow_policies(input.settings.policies, first.fleet(0).tasks(), first.objective);
      !slow.empty()) {
    input.notes.push_back({.where = spec.name, .text = slow});
  }
  input.manifest.inputs = files::text_key(file.text.bytes + '\0' + asked.texts);
  return input;
}

}  // namespace warpshop::study
