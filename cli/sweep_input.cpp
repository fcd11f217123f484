#include "cli/sweep_input.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <string_view>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "cli/at_place.hpp"
#include "cli/engine_list.hpp"
#include "cli/result_origin.hpp"
#include "cli/swept_tasks.hpp"
#include "sim/files/device_store.hpp"
#include "sim/files/text_key.hpp"
#include "sim/io/device/device_yaml.hpp"
#include "sim/io/sweep/read_sweep.hpp"
#include "sim/io/yaml/document_text.hpp"
#include "sim/model/quantity.hpp"
#include "sim/study/policy_choice.hpp"
#include "sim/study/sweep/workload_cell.hpp"

namespace warpshop::cli {
namespace {

/// A cell as the file asks for it.
struct AskedCell {
  std::vector<std::size_t> values;
  files::DeviceList devices;
  std::vector<ProfileSetting> settings;
  std::shared_ptr<const SweptTasks> tasks;  ///< of several cells
  Objective objective = Objective::makespan;
};

/// What the axes ask for in a cell, beside its device.
struct AskedValues {
  std::string device;
  std::string gpus;  ///< `:2`
  double link = 1;
  double compute = 1;
  std::optional<Memory> memory;
  std::vector<std::string> set;    ///< of the profile
  std::vector<std::string> tasks;  ///< of the tasks
  Objective objective = Objective::makespan;
  Mark set_mark;  ///< of the last axis of either
  Mark tasks_mark;
};

AskedValues asked_values(const SweepSpec& spec, const std::vector<std::size_t>& values) {
  AskedValues asked;
  asked.set_mark = asked.tasks_mark = spec.axis_marks.front();
  for (std::size_t axis = 0; axis < spec.axes.size(); ++axis) {
    const std::string& name = spec.axes[axis].name;
    const std::string& value = spec.axes[axis].values[values[axis]];
    if (name == kDeviceAxis) {
      asked.device = value;
    } else if (name == kGpusAxis) {
      asked.gpus = ":" + value;
    } else if (name == kLinkAxis) {
      asked.link = *to_double(*parse_quantity(value));
    } else if (name == kComputeAxis) {
      asked.compute = *to_double(*parse_quantity(value));
      asked.tasks_mark = spec.axis_marks[axis];
    } else if (name == kMemoryAxis) {
      asked.memory = value == warpshop::name(Memory::pinned) ? Memory::pinned : Memory::pageable;
    } else if (name == kObjectiveAxis) {
      asked.objective =
          value == warpshop::name(Objective::makespan) ? Objective::makespan : Objective::weighted_completion;
    } else if (name.starts_with(kTasksAxis)) {
      asked.tasks.push_back(fmt::format("{}={}", std::string_view(name).substr(kTasksAxis.size()), value));
      asked.tasks_mark = spec.axis_marks[axis];
    } else {
      asked.set.push_back(fmt::format("{}={}", name, value));
      asked.set_mark = spec.axis_marks[axis];
    }
  }
  return asked;
}

/// Tasks as cells ask for them, each once.
class TasksOfCells {
 public:
  explicit TasksOfCells(const SweepSpec& spec) : spec_(spec) {}

  std::shared_ptr<const SweptTasks> find(const AskedValues& asked) {
    std::shared_ptr<const SweptTasks>& tasks = known_[{asked.tasks, asked.memory, asked.compute}];
    if (!tasks) {
      const bool as_they_are = asked.tasks.empty() && asked.compute == 1;
      tasks = std::make_shared<const SweptTasks>(
          as_they_are ? read(asked) : at_place(spec_, asked.tasks_mark, [&] { return read(asked); }));
      sets_ = sets_.value_or(tasks->count());
      if (tasks->count() != *sets_) {
        throw InputError(spec_.file, asked.tasks_mark,
                         fmt::format("{} sets with these values and {} with others, expected as many in each cell",
                                     tasks->count(), *sets_));
      }
    }
    return tasks;
  }

 private:
  SweptTasks read(const AskedValues& asked) const {
    SweptTasks tasks = read_swept_tasks(spec_, parse_settings(asked.tasks));
    for (Workload& workload : tasks.workloads) {
      if (asked.memory) {
        workload = in_memory(std::move(workload), *asked.memory);
      }
      if (asked.compute != 1) {
        workload = with_compute(std::move(workload), asked.compute);
      }
    }
    return tasks;
  }

  const SweepSpec& spec_;
  std::optional<std::uint64_t> sets_;
  std::map<std::tuple<std::vector<std::string>, std::optional<Memory>, double>, std::shared_ptr<const SweptTasks>>
      known_;
};

files::DeviceList asked_devices(const SweepSpec& spec, const AskedValues& asked,
                                const std::vector<ProfileSetting>& settings) {
  const std::string& device = asked.device;
  const std::filesystem::path beside = std::filesystem::path(spec.file).parent_path() / device;
  const bool is_path = device.find('/') != std::string::npos || device.ends_with(".yaml") || device.ends_with(".yml");
  files::DeviceList devices = files::find_devices((is_path ? beside.string() : device) + asked.gpus, settings);
  for (Device& each : devices.devices) {
    each = with_link(std::move(each), asked.link);
  }
  return devices;
}

/// The grid, the last axis running fastest.
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
  TasksOfCells tasks(spec);
  std::vector<AskedCell> cells;
  for (std::size_t i = 0; i < count; ++i) {
    AskedCell cell;
    cell.values = cell_values(spec.axes, i);
    if (is_kept(spec, cell.values)) {
      const AskedValues asked = asked_values(spec, cell.values);
      cell.settings = at_place(spec, asked.set_mark, [&] { return parse_settings(asked.set); });
      cell.devices = at_place(spec, asked.set_mark, [&] { return asked_devices(spec, asked, cell.settings); });
      cell.tasks = tasks.find(asked);
      cell.objective = asked.objective;
      cells.push_back(std::move(cell));
    }
  }
  if (cells.empty()) {
    throw InputError(spec.file, spec.axis_marks.front(), "'only' leaves no cell of the grid, expected some");
  }
  return cells;
}

study::GridCell grid_cell(const AskedCell& asked, const std::vector<const Policy*>& policies, SweepManifest& manifest,
                          study::SweepSettings& settings) {
  const study::WorkloadCell cell = study::workload_cell(asked.tasks->workloads, asked.devices.devices, policies);
  settings.sharing = settings.sharing || cell.sharing;
  manifest.head.basis.assume(cell.basis.assumed);
  if (!asked.tasks->sets) {
    return {.objective = asked.objective, .fleet = cell.each()};
  }
  return {.objective = asked.objective, .fleet = [fleets = cell.fleets, sets = *asked.tasks->sets](std::uint64_t set) {
            return study::picked(fleets->front(), sets.set(set));
          }};
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
  for (const AskedCell& cell : cells) {
    input.grid.cells.push_back(grid_cell(cell, policies, input.manifest, input.settings));
    input.manifest.most_tasks = std::max(input.manifest.most_tasks, cell.tasks->most_tasks());
    SweepCell& of_head = head.cells.emplace_back();
    of_head.values = cell.values;
    of_head.device = cell.devices.name;
  }
  input.manifest.inputs = key_of_inputs(spec, cells);
  return input;
}

}  // namespace warpshop::cli
