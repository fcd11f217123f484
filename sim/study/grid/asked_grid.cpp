#include "sim/study/grid/asked_grid.hpp"

#include <cassert>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "sim/files/device_store.hpp"
#include "sim/files/find_workloads.hpp"
#include "sim/io/workload/read_workload.hpp"
#include "sim/io/yaml/document_text.hpp"
#include "sim/model/fields.hpp"
#include "sim/model/plan_text.hpp"
#include "sim/model/profile_setting.hpp"
#include "sim/model/quantity.hpp"
#include "sim/model/what_if.hpp"

namespace warpshop::study {
namespace {

Workload drawn_tasks(const SweepSpec& spec, std::span<const ProfileSetting> settings) {
  if (!settings.empty()) {
    throw InputError(spec.file, spec.tasks_mark,
                     "values of tasks that are drawn, which have none to set, expected tasks of a file");
  }
  Workload drawn = generated(std::get<TaskGenerator>(spec.tasks));
  drawn.file = spec.file;
  return drawn;
}

/// at_place(), but what is wrong at a place within another file stays there.
template <class Function>
auto at_place_of_file(const SweepSpec& spec, Mark mark, const Function& function) {
  try {
    return function();
  } catch (const InputError& error) {
    throw error.mark().line > 0 ? error : InputError(spec.file, mark, error.what());
  }
}

/// The files that the tasks come from: none where they are drawn. Throws InputError.
std::vector<io::Text> read_task_texts(const SweepSpec& spec) {
  std::vector<io::Text> texts;
  if (const auto* folder = std::get_if<FolderSets>(&spec.sets)) {
    at_place_of_file(spec, spec.sets_mark, [&] {
      for (const auto& file : files::find_workload_files(std::vector<std::string>{folder->folder.string()})) {
        texts.push_back(io::read_text(file));
      }
    });
  } else if (const auto* file = std::get_if<std::filesystem::path>(&spec.tasks)) {
    at_place_of_file(spec, spec.tasks_mark, [&] { texts.push_back(io::read_text(*file)); });
  }
  return texts;
}

/// Throws InputError: tasks in a sweep of clients, or the other way round.
void check_kind(const SweepSpec& spec, const Workload& workload) {
  if (!spec.of_clients()) {
    refuse_clients(workload, "sweep");
  } else if (workload.clients.none()) {
    throw InputError(spec.file, spec.tasks_mark,
                     workload.file + " has no clients, expected a workload of clients, or tasks and sets here");
  }
}

/// Takes the tasks from these, or draws them; settings: values of the tasks, see io::parse_workload(). Throws
/// InputError.
SweptTasks swept_tasks(const SweepSpec& spec, std::span<const io::Text> texts,
                       std::span<const ProfileSetting> settings) {
  SweptTasks tasks;
  for (const io::Text& text : texts) {
    tasks.workloads.push_back(io::parse_workload(text, settings));
    check_kind(spec, tasks.workloads.back());
  }
  if (spec.of_clients() || std::holds_alternative<FolderSets>(spec.sets)) {
    return tasks;
  }
  tasks.drawn = texts.empty();
  if (tasks.drawn) {
    tasks.workloads.push_back(drawn_tasks(spec, settings));
  }
  const Workload& all = tasks.workloads.front();
  if (const auto used = first_use(all, {Field::after})) {
    throw InputError(all.file, used->task->mark,
                     "task '" + used->task->name + "' uses 'after', expected tasks that may be drawn without others");
  }
  tasks.sets = at_place(spec, spec.sets_mark, [&] {
    if (const auto* combinations = std::get_if<CombinationSets>(&spec.sets)) {
      return combinations->repetition ? TaskSets::combinations(all.size(), combinations->of)
                                      : TaskSets::choices(all.size(), combinations->of);
    }
    const auto& random = std::get<RandomSets>(spec.sets);
    return TaskSets::random(all.size(), random.of, random.count, random.seed);
  });
  return tasks;
}

}  // namespace

SetNames set_names(const SweepSpec& spec, const SweptTasks& tasks) {
  SetNames found{.sets = tasks.sets, .names = {}};
  if (!tasks.sets) {
    for (const Workload& workload : tasks.workloads) {
      found.names.push_back(std::filesystem::path(workload.file).filename().string());
    }
  } else if (!std::holds_alternative<TaskGenerator>(spec.tasks)) {
    found.names = task_names(tasks.workloads.front());
    found.between = name_separator(found.names);
  }
  return found;
}

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
      if (i + 1 >= population.tasks.size() || tasks.drawn) {
        break;
      }
    }
  }
  return samples;
}

namespace {

/// Values of a profile, or of the tasks, and where they stand.
struct AskedSettings {
  std::vector<ProfileSetting> settings;
  std::vector<std::string> texts;  ///< of each
  std::vector<Mark> marks;

  void add(const SweepSpec& spec, const std::string& axis, std::size_t in_front, const std::string& value, Mark mark) {
    settings.push_back(at_place(spec, mark, [&] { return axis_setting(axis, axis.substr(in_front), value); }));
    texts.push_back(settings.back().text());
    marks.push_back(mark);
  }
};

/// What the axes ask for in a cell.
struct AskedValues {
  std::string device;
  Mark device_mark;
  std::size_t gpus = 1;  ///< so many of each
  Mark gpus_mark;
  double link = 1;
  WhatIf what_if;  ///< of the tasks
  Mark compute_mark;
  AskedSettings set;    ///< of the profile
  AskedSettings tasks;  ///< of the tasks, or the clients
  Objective objective = Objective::makespan;
};

AskedValues asked_values(const SweepSpec& spec, const std::vector<std::size_t>& values) {
  AskedValues asked;
  for (std::size_t axis = 0; axis < spec.axes.size(); ++axis) {
    const std::string& name = spec.axes[axis].name;
    const std::string& value = spec.axes[axis].values[values[axis]];
    const Mark mark = spec.value_marks[axis][values[axis]];
    if (name == kDeviceAxis) {
      asked.device = value;
      asked.device_mark = mark;
    } else if (name == kGpusAxis) {
      asked.gpus = std::stoul(value);
      asked.gpus_mark = mark;
    } else if (name == kLinkAxis) {
      asked.link = *to_double(*parse_quantity(value));
    } else if (name == kComputeAxis) {
      asked.what_if.compute = *to_double(*parse_quantity(value));
      asked.compute_mark = mark;
    } else if (name == kHostTimeAxis) {
      asked.what_if.host_time = *to_double(*parse_quantity(value));
    } else if (name == kMemoryAxis) {
      asked.what_if.memory = value == warpshop::name(Memory::pinned) ? Memory::pinned : Memory::pageable;
    } else if (name == kObjectiveAxis) {
      asked.objective =
          value == warpshop::name(Objective::makespan) ? Objective::makespan : Objective::weighted_completion;
    } else if (name.starts_with(kTasksAxis)) {
      asked.tasks.add(spec, name, kTasksAxis.size(), value, mark);
    } else if (name.starts_with(kClientsAxis)) {
      asked.tasks.add(spec, name, kClientsAxis.size(), value, mark);
    } else {
      asked.set.add(spec, name, 0, value, mark);
    }
  }
  return asked;
}

/// Tasks as cells ask for them, each once.
class TasksOfCells {
 public:
  explicit TasksOfCells(const SweepSpec& spec) : spec_(spec), texts_(read_task_texts(spec)) {}

  std::span<const io::Text> texts() const { return texts_; }

  std::shared_ptr<const AskedTasks> find(const AskedValues& asked) {
    std::shared_ptr<const AskedTasks>& found = known_[{asked.tasks.texts, flags(asked.what_if)}];
    if (!found) {
      SweptTasks tasks = make(asked);
      sets_ = sets_.value_or(tasks.count());
      if (tasks.count() != *sets_) {
        throw InputError(spec_.file, asked.tasks.marks.back(),
                         fmt::format("{} sets with these values and {} with others, expected as many in each cell",
                                     tasks.count(), *sets_));
      }
      std::vector<Workload> samples = samples_of(tasks);
      found = std::make_shared<const AskedTasks>(AskedTasks{std::move(tasks), std::move(samples)});
    }
    return found;
  }

 private:
  SweptTasks make(const AskedValues& asked) const {
    const std::vector<ProfileSetting>& settings = asked.tasks.settings;
    const auto make_tasks = [&] { return swept_tasks(spec_, texts_, settings); };
    SweptTasks tasks =
        settings.empty() ? make_tasks() : at_place(spec_, asked.tasks.marks.back(), make_tasks, asked.tasks.marks);
    for (Workload& workload : tasks.workloads) {
      workload = at_place(spec_, asked.compute_mark, [&] { return changed(std::move(workload), asked.what_if); });
    }
    return tasks;
  }

  const SweepSpec& spec_;
  std::vector<io::Text> texts_;
  std::optional<std::uint64_t> sets_;
  std::map<std::pair<std::vector<std::string>, std::vector<std::string>>, std::shared_ptr<const AskedTasks>> known_;
};

/// Devices as cells ask for them, each once, before a link makes them faster.
class DevicesOfCells {
 public:
  explicit DevicesOfCells(const SweepSpec& spec)
      : spec_(spec), store_(std::filesystem::path(spec.file).parent_path(), io::Fifo::refused) {}

  const files::DeviceStore& store() const { return store_; }

  std::shared_ptr<const SetDevices> find(const AskedValues& asked) {
    std::shared_ptr<const SetDevices>& found = known_[{asked.device, asked.gpus, asked.set.texts}];
    if (!found) {
      const std::vector<ProfileSetting>& settings = asked.set.settings;
      try {
        files::DeviceList list = store_.find(asked.device, settings, asked.gpus);
        found = std::make_shared<const SetDevices>(SetDevices{
            .name = std::move(list.name), .devices = std::move(list.devices), .set = {}, .settings = settings});
      } catch (const InputError&) {
        at_place(spec_, asked.device_mark, [&] { return store_.find(asked.device); });
        at_place(spec_, asked.gpus_mark, [&] { return store_.find(asked.device, {}, asked.gpus); });
        at_place(
            spec_, asked.set.marks.empty() ? asked.device_mark : asked.set.marks.back(),
            [&] { return store_.find(asked.device, settings, asked.gpus); }, asked.set.marks);
        throw;
      }
    }
    return found;
  }

 private:
  const SweepSpec& spec_;
  files::DeviceStore store_;
  std::map<std::tuple<std::string, std::size_t, std::vector<std::string>>, std::shared_ptr<const SetDevices>> known_;
};

}  // namespace

AskedGrid asked_grid(const SweepSpec& spec) {
  constexpr std::size_t kMostCells = 100'000;
  std::size_t count = 1;
  for (const SweepAxis& axis : spec.axes) {
    count *= axis.values.size();
    if (count > kMostCells) {
      throw InputError(spec.file, spec.value_marks.front().front(),
                       fmt::format("a grid of more than {} cells, expected fewer values", kMostCells));
    }
  }
  TasksOfCells tasks(spec);
  DevicesOfCells devices(spec);
  AskedGrid grid;
  for (std::size_t i = 0; i < count; ++i) {
    AskedCell cell;
    cell.values = cell_values(spec.axes, i);
    if (is_kept(spec, cell.values)) {
      const AskedValues asked = asked_values(spec, cell.values);
      cell.devices = devices.find(asked);
      cell.tasks = tasks.find(asked);
      cell.link = asked.link;
      cell.objective = asked.objective;
      grid.cells.push_back(std::move(cell));
    }
  }
  assert(!grid.cells.empty());  // 'only' names values that there are
  grid.files = devices.store().files();
  grid.texts = devices.store().texts();
  for (const io::Text& text : tasks.texts()) {
    grid.files.emplace_back(text.file);
    grid.texts += text.bytes + '\0';
  }
  grid.of_tasks.assign(tasks.texts().begin(), tasks.texts().end());
  return grid;
}

}  // namespace warpshop::study
