#include "cli/sweep_input.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <sstream>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "cli/engine_list.hpp"
#include "cli/result_origin.hpp"
#include "sim/files/device_store.hpp"
#include "sim/files/find_workloads.hpp"
#include "sim/files/text_key.hpp"
#include "sim/io/device/device_yaml.hpp"
#include "sim/io/sweep/read_sweep.hpp"
#include "sim/io/workload/read_workload.hpp"
#include "sim/io/yaml/document_text.hpp"
#include "sim/model/fields.hpp"
#include "sim/model/quantity.hpp"
#include "sim/model/task_sets.hpp"
#include "sim/study/policy_choice.hpp"
#include "sim/study/sweep/workload_cell.hpp"

namespace warpshop::cli {
namespace {

/// What the sets are made of.
struct SweptTasks {
  std::vector<Workload> workloads;  ///< the population alone, or each set
  std::optional<TaskSets> sets;     ///< of the population

  std::uint64_t count() const { return sets ? sets->count() : workloads.size(); }
  std::size_t most_tasks() const {
    std::size_t most = sets ? sets->size() : 1;
    for (const Workload& workload : workloads) {
      most = sets ? most : std::max(most, workload.size());
    }
    return most;
  }
};

/// Calls it; what it throws of an input is said to be at a place of the sweep file.
template <class Function>
auto at_place(const SweepSpec& spec, Mark mark, const Function& function) {
  try {
    return function();
  } catch (const InputError& error) {
    throw InputError(spec.file, mark, error.what());
  }
}

SweptTasks swept_tasks(const SweepSpec& spec) {
  SweptTasks tasks;
  if (const auto* folder = std::get_if<FolderSets>(&spec.sets)) {
    const std::string path = folder->folder.string();
    for (const auto& file :
         at_place(spec, spec.sets_mark, [&] { return files::find_workload_files(std::vector<std::string>{path}); })) {
      tasks.workloads.push_back(io::read_workload(file));
    }
    return tasks;
  }
  const auto* file = std::get_if<std::filesystem::path>(&spec.tasks);
  tasks.workloads.push_back(file != nullptr ? io::read_workload(*file)
                                            : generated(std::get<TaskGenerator>(spec.tasks)));
  Workload& population = tasks.workloads.front();
  population.file = population.file.empty() ? spec.file : population.file;
  if (const auto used = first_use(population, {Field::after})) {
    throw InputError(population.file, used->task->mark,
                     "task '" + used->task->name + "' uses 'after', expected tasks that may be drawn without others");
  }
  tasks.sets = at_place(spec, spec.sets_mark, [&] {
    if (const auto* combinations = std::get_if<CombinationSets>(&spec.sets)) {
      return TaskSets::combinations(population.size(), combinations->of);
    }
    const auto& random = std::get<RandomSets>(spec.sets);
    return TaskSets::random(population.size(), random.of, random.count, random.seed);
  });
  return tasks;
}

/// Every task once, as many at a time as a set has: what a policy has to take.
std::vector<Workload> samples_of(const SweptTasks& tasks) {
  if (!tasks.sets) {
    return tasks.workloads;
  }
  const Workload& population = tasks.workloads.front();
  std::vector<Workload> samples;
  Workload sample{.name = population.name, .file = population.file, .tasks = {}};
  for (std::size_t i = 0; i < population.tasks.size() || sample.tasks.size() < tasks.sets->size(); ++i) {
    Task task = population.tasks[i % population.tasks.size()];
    task.count = 1;
    sample.tasks.push_back(std::move(task));
    if (sample.tasks.size() == tasks.sets->size()) {
      samples.push_back(std::move(sample));
      sample = {.name = population.name, .file = population.file, .tasks = {}};
      if (i + 1 >= population.tasks.size()) {
        break;
      }
    }
  }
  return samples;
}

Workload in_memory(Workload workload, Memory memory) {
  for (Task& task : workload.tasks) {
    for (std::optional<CopySpec>* copy : {&task.h2d, &task.d2h}) {
      if (*copy) {
        (*copy)->memory = memory;
      }
    }
  }
  return workload;
}

/// A cell as the file asks for it.
struct AskedCell {
  std::vector<std::size_t> values;
  files::DeviceList devices;
  std::vector<ProfileSetting> settings;
  std::optional<Memory> memory;
  Objective objective = Objective::makespan;
};

AskedCell asked_cell(const SweepSpec& spec, std::vector<std::size_t> values) {
  AskedCell cell;
  std::string device;
  std::string gpus;
  double link = 1;
  std::vector<std::string> set;
  Mark mark = spec.axis_marks.front();
  for (std::size_t axis = 0; axis < spec.axes.size(); ++axis) {
    const std::string& name = spec.axes[axis].name;
    const std::string& value = spec.axes[axis].values[values[axis]];
    if (name == kDeviceAxis) {
      device = value;
    } else if (name == kGpusAxis) {
      gpus = ":" + value;
    } else if (name == kLinkAxis) {
      link = *to_double(*parse_quantity(value));
    } else if (name == kMemoryAxis) {
      cell.memory = value == warpshop::name(Memory::pinned) ? Memory::pinned : Memory::pageable;
    } else if (name == kObjectiveAxis) {
      cell.objective =
          value == warpshop::name(Objective::makespan) ? Objective::makespan : Objective::weighted_completion;
    } else {
      set.push_back(fmt::format("{}={}", name, value));
      mark = spec.axis_marks[axis];
    }
  }
  cell.devices = at_place(spec, mark, [&] {
    const std::filesystem::path beside = std::filesystem::path(spec.file).parent_path() / device;
    const bool is_path = device.find('/') != std::string::npos || device.ends_with(".yaml") || device.ends_with(".yml");
    cell.settings = parse_settings(set);
    return files::find_devices((is_path ? beside.string() : device) + gpus, cell.settings);
  });
  for (Device& each : cell.devices.devices) {
    each = with_link(std::move(each), link);
  }
  cell.values = std::move(values);
  return cell;
}

/// The whole grid, the last axis running fastest.
std::vector<AskedCell> asked_cells(const SweepSpec& spec) {
  constexpr std::size_t kMostCells = 100'000;
  std::size_t count = 1;
  for (const SweepAxis& axis : spec.axes) {
    count *= axis.values.size();
    if (count > kMostCells) {
      throw InputError(spec.file, spec.axis_marks.front(),
                       fmt::format("a grid of more than {} cells, expected fewer values", kMostCells));
    }
  }
  std::vector<AskedCell> cells;
  for (std::size_t i = 0; i < count; ++i) {
    cells.push_back(asked_cell(spec, cell_values(spec.axes, i)));
  }
  return cells;
}

study::GridCell grid_cell(const AskedCell& asked, const SweptTasks& tasks, const std::vector<const Policy*>& policies,
                          SweepManifest& manifest, study::SweepSettings& settings) {
  std::vector<Workload> workloads = tasks.workloads;
  if (asked.memory) {
    std::transform(workloads.begin(), workloads.end(), workloads.begin(),
                   [&](Workload& workload) { return in_memory(std::move(workload), *asked.memory); });
  }
  const study::WorkloadCell cell = study::workload_cell(workloads, asked.devices.devices, policies);
  settings.sharing = settings.sharing || cell.sharing;
  manifest.head.basis.assume(cell.basis.assumed);
  if (!tasks.sets) {
    return {.objective = asked.objective, .fleet = cell.each()};
  }
  return {.objective = asked.objective, .fleet = [fleets = cell.fleets, sets = *tasks.sets](std::uint64_t set) {
            return study::picked(fleets->front(), sets.set(set));
          }};
}

/// A key for what all files say that the sweep reads, and for every profile as it is set.
std::string key_of_inputs(const SweepSpec& spec, const SweptTasks& tasks, const std::vector<AskedCell>& cells) {
  std::ostringstream text;
  text << io::read_text(spec.file).bytes;
  for (const Workload& workload : tasks.workloads) {
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
  const SweptTasks tasks = swept_tasks(spec);
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
  for (const Workload& sample : samples_of(tasks)) {
    for (const AskedCell& cell : cells) {
      tell(sample, cell.devices.devices, cell.settings);
      study::choose_policies(spec.policies, sample, cell.objective, cell.devices.devices);
    }
  }
  Sweep& head = input.manifest.head;
  head.name = spec.name;
  head.engine = engine_name;
  head.sets = tasks.count();
  head.axes = spec.axes;
  std::transform(input.settings.policies.begin(), input.settings.policies.end(), std::back_inserter(head.policies),
                 [](const study::NamedPolicy& policy) { return policy.name(); });
  head.origin = origin_of(file, options);
  input.grid.sets = tasks.count();
  std::vector<const Policy*> policies;
  std::transform(input.settings.policies.begin(), input.settings.policies.end(), std::back_inserter(policies),
                 [](const study::NamedPolicy& named) { return &named.policy; });
  for (const AskedCell& cell : cells) {
    input.grid.cells.push_back(grid_cell(cell, tasks, policies, input.manifest, input.settings));
    SweepCell& of_head = head.cells.emplace_back();
    of_head.values = cell.values;
    of_head.device = cell.devices.name;
  }
  input.manifest.most_tasks = tasks.most_tasks();
  input.manifest.inputs = key_of_inputs(spec, tasks, cells);
  return input;
}

}  // namespace warpshop::cli
