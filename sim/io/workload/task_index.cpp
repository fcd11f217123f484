#include "sim/io/workload/task_index.hpp"

#include <charconv>
#include <optional>
#include <system_error>

#include <fmt/format.h>

#include "sim/io/yaml/yaml_node.hpp"

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

void check_repeats(const Workload& workload, const TaskIndex& index, const std::vector<Mark>& name_marks) {
  for (std::size_t position = 0; position < workload.tasks.size(); ++position) {
    const std::string& name = workload.tasks[position].name;
    const std::size_t hash = name.rfind('#');
    if (hash == std::string::npos) {
      continue;
    }
    const auto number = repeat_number(std::string_view{name}.substr(hash + 1));
    const auto base = index.find(std::string_view{name}.substr(0, hash));
    if (!number || base == index.end()) {
      continue;
    }
    const Task& repeated = workload.tasks[base->second];
    if (repeated.count > 1 && *number <= repeated.count) {
      throw InputError(workload.file, name_marks[position],
                       fmt::format("the name {} stands for a repeat of the task in line {}, expected another name",
                                   in_quotes(name), name_marks[base->second].line));
    }
  }
}

}  // namespace

TaskIndex index_tasks(const Workload& workload, const std::vector<Mark>& name_marks) {
  TaskIndex index;
  index.reserve(workload.tasks.size());
  for (std::uint32_t position = 0; position < workload.tasks.size(); ++position) {
    const std::string& name = workload.tasks[position].name;
    const auto [found, is_new] = index.emplace(name, position);
    if (!is_new) {
      throw InputError(workload.file, name_marks[position],
                       fmt::format("the name {} is taken by the task in line {}, expected a name of its own",
                                   in_quotes(name), name_marks[found->second].line));
    }
  }
  check_repeats(workload, index, name_marks);
  return index;
}

}  // namespace warpshop::io
