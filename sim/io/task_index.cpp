#include "sim/io/task_index.hpp"

#include <charconv>
#include <optional>
#include <system_error>

#include <fmt/format.h>

#include "sim/io/node.hpp"

namespace warpshop::io {
namespace {

/// The number that std::to_string prints as `text`.
std::optional<std::uint32_t> repeat_number(std::string_view text) {
  std::uint32_t number = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.starts_with('0') || result.ec != std::errc{} || result.ptr != text.data() + text.size()) {
    return std::nullopt;
  }
  return number;
}

void check_repeats(const Workload& workload, const TaskIndex& index) {
  for (const Task& task : workload.tasks) {
    const std::string_view name = task.name;
    const std::size_t hash = name.rfind('#');
    if (hash == std::string_view::npos) {
      continue;
    }
    const auto number = repeat_number(name.substr(hash + 1));
    const auto base = index.find(name.substr(0, hash));
    if (!number || base == index.end()) {
      continue;
    }
    const Task& repeated = workload.tasks[base->second];
    if (repeated.count > 1 && *number <= repeated.count) {
      throw InputError(workload.file, task.mark,
                       fmt::format("the name {} stands for a repeat of the task in line {}, expected another name",
                                   quoted(task.name), repeated.mark.line));
    }
  }
}

}  // namespace

TaskIndex index_tasks(const Workload& workload) {
  TaskIndex index;
  index.reserve(workload.tasks.size());
  std::uint32_t position = 0;
  for (const Task& task : workload.tasks) {
    const auto [found, is_new] = index.emplace(task.name, position++);
    if (!is_new) {
      throw InputError(workload.file, task.mark,
                       fmt::format("the name {} is taken by the task in line {}, expected a name of its own",
                                   quoted(task.name), workload.tasks[found->second].mark.line));
    }
  }
  check_repeats(workload, index);
  return index;
}

}  // namespace warpshop::io
