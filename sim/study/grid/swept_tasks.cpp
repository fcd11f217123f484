#include "sim/study/grid/swept_tasks.hpp"

#include <filesystem>
#include <string>
#include <utility>
#include <variant>

#include "sim/files/find_workloads.hpp"
#include "sim/io/workload/read_workload.hpp"
#include "sim/model/fields.hpp"
#include "sim/model/plan_text.hpp"
#include "sim/study/grid/at_place.hpp"

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

}  // namespace

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

SweptTasks swept_tasks(const SweepSpec& spec, std::span<const io::Text> texts,
                       std::span<const ProfileSetting> settings) {
  SweptTasks tasks;
  for (const io::Text& text : texts) {
    tasks.workloads.push_back(io::parse_workload(text, settings));
  }
  if (std::holds_alternative<FolderSets>(spec.sets)) {
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

}  // namespace warpshop::study
