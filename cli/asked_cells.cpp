#include "cli/asked_cells.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "cli/at_place.hpp"
#include "sim/model/quantity.hpp"

namespace warpshop::cli {
namespace {

/// What the axes ask for in a cell, beside its device.
struct AskedValues {
  std::string device;
  std::string gpus;  ///< `:2`
  double link = 1;
  double compute = 1;
  std::optional<Memory> memory;
  std::vector<ProfileSetting> set;    ///< of the profile
  std::vector<ProfileSetting> tasks;  ///< of the tasks
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
    const auto setting = [&](std::size_t in_front) {
      return at_place(spec, spec.axis_marks[axis], [&] { return axis_setting(name, name.substr(in_front), value); });
    };
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
      asked.tasks.push_back(setting(kTasksAxis.size()));
      asked.tasks_mark = spec.axis_marks[axis];
    } else {
      asked.set.push_back(setting(0));
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
    std::vector<std::string> settings;
    std::transform(asked.tasks.begin(), asked.tasks.end(), std::back_inserter(settings),
                   [](const ProfileSetting& setting) { return setting.text(); });
    std::shared_ptr<const SweptTasks>& tasks = known_[{settings, asked.memory, asked.compute}];
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
    SweptTasks tasks = read_swept_tasks(spec_, asked.tasks);
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
  std::string names;  // each of them as so many
  std::string_view left = asked.device;
  for (bool more = true; more;) {
    const std::size_t comma = left.find(',');
    more = comma != std::string_view::npos;
    const std::string name(left.substr(0, comma));
    left.remove_prefix(more ? comma + 1 : left.size());
    const std::filesystem::path beside = std::filesystem::path(spec.file).parent_path() / name;
    const bool is_path = name.find('/') != std::string::npos || name.ends_with(".yaml") || name.ends_with(".yml");
    names += (names.empty() ? "" : ",") + (is_path ? beside.string() : name) + asked.gpus;
  }
  files::DeviceList devices = files::find_devices(names, settings);
  for (Device& each : devices.devices) {
    each = with_link(std::move(each), asked.link);
  }
  return devices;
}

}  // namespace

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
      cell.settings = asked.set;
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

}  // namespace warpshop::cli
