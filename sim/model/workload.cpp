#include "sim/model/workload.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sim/model/utf8.hpp"

namespace warpshop {

std::optional<Millis> given_time(const KernelSpec& kernel) {
  if (const auto* duration = std::get_if<Millis>(&kernel.work)) {
    return *duration;
  }
  const auto* shape = std::get_if<KernelShape>(&kernel.work);
  return shape != nullptr ? std::optional(shape->time) : std::nullopt;
}

std::size_t Workload::size() const {
  return std::accumulate(tasks.begin(), tasks.end(), std::size_t{0},
                         [](std::size_t sum, const Task& task) { return sum + task.count; });
}

std::string repeat_name(const Task& task, std::uint32_t repeat) {
  return task.count == 1 ? task.name : task.name + '#' + std::to_string(repeat + 1);
}

std::vector<std::string> task_names(const Workload& workload) {
  std::vector<std::string> names;
  names.reserve(workload.size());
  for (const Task& task : workload.tasks) {
    for (std::uint32_t repeat = 0; repeat < task.count; ++repeat) {
      names.push_back(repeat_name(task, repeat));
    }
  }
  return names;
}

namespace {

/// Position of a task by its name; refers to the names in the workload.
using TaskIndex = std::unordered_map<std::string_view, std::uint32_t>;

TaskIndex index_tasks(const Workload& workload, const std::vector<Mark>& marks) {
  TaskIndex index;
  index.reserve(workload.tasks.size());
  for (std::uint32_t position = 0; position < workload.tasks.size(); ++position) {
    const std::string& name = workload.tasks[position].name;
    const auto [found, is_new] = index.emplace(name, position);
    if (!is_new) {
      throw InputError(workload.file, marks[position],
                       "the name " + in_quotes(name) + " is taken by the task in line " +
                           std::to_string(marks[found->second].line) + ", expected a name of its own");
    }
  }
  return index;
}

/// Whether std::to_string prints one of 0 … most as `text`.
bool is_number_up_to(std::string_view text, std::uint32_t most) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return !text.starts_with('0') && error == std::errc{} && end == text.data() + text.size() && number <= most;
}

void check_repeats(const Workload& workload, const TaskIndex& index, const std::vector<Mark>& marks) {
  for (std::size_t position = 0; position < workload.tasks.size(); ++position) {
    const std::string_view name = workload.tasks[position].name;
    const std::size_t hash = name.rfind('#');
    const auto base = hash == std::string_view::npos ? index.end() : index.find(name.substr(0, hash));
    if (base == index.end()) {
      continue;
    }
    const std::uint32_t count = workload.tasks[base->second].count;
    if (count > 1 && is_number_up_to(name.substr(hash + 1), count)) {
      throw InputError(workload.file, marks[position],
                       "the name " + in_quotes(name) + " stands for a repeat of the task in line " +
                           std::to_string(marks[base->second].line) + ", expected another name");
    }
  }
}

/// Whom each task waits for: those of task t are predecessors[first[t]] … predecessors[first[t + 1] - 1], and so are
/// their marks.
struct Waits {
  std::vector<std::size_t> first{0};
  std::vector<std::uint32_t> predecessors;
};

Waits resolve_names(const Workload& workload, const TaskIndex& index, const std::vector<Mark>& marks) {
  Waits waits;
  std::vector<std::size_t> last_successor(workload.tasks.size(), workload.tasks.size());
  for (std::size_t task = 0; task < workload.tasks.size(); ++task) {
    for (const auto& [name, lag, stated] : workload.tasks[task].after) {
      const auto refuse = [&](const std::string& message) {
        throw InputError(workload.file, marks[waits.predecessors.size()], message);
      };
      const auto found = index.find(name);
      if (found == index.end()) {
        refuse("there is no task " + in_quotes(name) + ", expected the name of a task");
      }
      if (found->second == task) {
        refuse("the task " + in_quotes(name) + " waits for itself, expected another task");
      }
      if (std::exchange(last_successor[found->second], task) == task) {
        refuse("the task " + in_quotes(name) + " stands here twice, expected it once");
      }
      waits.predecessors.push_back(found->second);
    }
    waits.first.push_back(waits.predecessors.size());
  }
  return waits;
}

/// `cycle` leads from a task to the one it waits for, and so on; the last waits for the first.
std::string describe_cycle(const Workload& workload, const std::vector<std::uint32_t>& cycle) {
  constexpr std::size_t kMostShown = 8;
  const std::string start = in_quotes(workload.tasks[cycle.front()].name);
  std::string text = start;
  for (std::size_t step = 1; step < std::min(cycle.size(), kMostShown); ++step) {
    text += " waits for " + in_quotes(workload.tasks[cycle[step]].name);
  }
  if (cycle.size() > kMostShown) {
    text += " waits for … (" + std::to_string(cycle.size()) + " tasks in all)";
  }
  return text + " waits for " + start;
}

/// Depth-first search along the waits, with a stack of its own: chains may be as long as a file.
void check_cycles(const Workload& workload, const Waits& waits, const std::vector<Mark>& marks) {
  std::vector<std::size_t> next = waits.first;  // by task: the wait that is followed next
  std::vector<bool> on_path(workload.tasks.size());
  std::vector<std::uint32_t> path;
  const auto enter = [&](std::uint32_t task) {
    path.push_back(task);
    on_path[task] = true;
  };
  for (std::uint32_t start = 0; start < workload.tasks.size(); ++start) {
    enter(start);
    while (!path.empty()) {
      const std::uint32_t task = path.back();
      if (next[task] == waits.first[task + 1]) {
        on_path[task] = false;
        path.pop_back();
        continue;
      }
      const std::size_t wait = next[task]++;
      const std::uint32_t predecessor = waits.predecessors[wait];
      if (on_path[predecessor]) {
        path.erase(path.begin(), std::find(path.begin(), path.end(), predecessor));
        throw InputError(workload.file, marks[wait],
                         "a cycle in after: " + describe_cycle(workload, path) + ", expected none");
      }
      if (next[predecessor] < waits.first[predecessor + 1]) {
        enter(predecessor);
      }
    }
  }
}

}  // namespace

void check_names(const Workload& workload, const NameMarks& marks) {
  const TaskIndex index = index_tasks(workload, marks.tasks);
  check_repeats(workload, index, marks.tasks);
  if (!marks.after.empty()) {
    check_cycles(workload, resolve_names(workload, index, marks.after), marks.after);
  }
}

}  // namespace warpshop
