#include "sim/io/workload/decode_task.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "sim/io/workload/decode_stage.hpp"
#include "sim/io/yaml/map_fields.hpp"
#include "sim/io/yaml/values.hpp"
#include "sim/model/instance.hpp"

namespace warpshop::io {
namespace {

constexpr std::array<std::string_view, 12> kTaskKeys{"name",  "h2d",    "kernel", "d2h", "release", "weight",
                                                     "count", "period", "after",  "due", "family",  "footprint"};

void decode_stages(const Fields& fields, const YamlNode& node, const std::string& file, Task& task) {
  if (const YamlNode* h2d = fields.find("h2d")) {
    task.h2d = decode_copy(*h2d, file);
  }
  if (const YamlNode* kernel = fields.find("kernel")) {
    task.kernel = decode_kernel(*kernel, file);
  }
  if (const YamlNode* d2h = fields.find("d2h")) {
    task.d2h = decode_copy(*d2h, file);
  }
  if (!task.h2d && !task.kernel && !task.d2h) {
    throw InputError(file, node.mark,
                     fmt::format("the task {} has no stage, expected h2d, kernel or d2h", in_quotes(task.name)));
  }
}

/// Needs release, due and count. Throws InputError: a period that nothing repeats, a repeat too late to be counted.
void decode_period(const Fields& fields, const std::string& file, Task& task) {
  const YamlNode* period = fields.find("period");
  if (period == nullptr) {
    return;
  }
  task.period = duration(*period, file);
  if (fields.find("count") == nullptr) {
    throw InputError(file, period->mark, "a period without count, expected how many repeats there are");
  }
  const Millis last = std::max(task.release, task.due.value_or(Millis{0})) + (task.count - 1) * task.period;
  if (last > kLongestDuration) {
    refuse_value(*period, file, "is out of range", "the last repeat to be released, and due, by 1e15 ms");
  }
}

void decode_after(const YamlNode& node, const std::string& file, Task& task, NameMarks& marks) {
  const auto take = [&](const YamlNode& element) {
    task.after.push_back(name(element, file));
    marks.after.push_back(element.mark);
  };
  if (node.kind != NodeKind::sequence) {
    take(node);
    return;
  }
  task.after.reserve(node.children.size());
  for (const YamlNode& element : node.children) {
    take(element);
  }
}

}  // namespace

Task decode_task(const YamlNode& node, const std::string& file, NameMarks& marks) {
  const Fields fields(node, "a task", kTaskKeys, file);
  Task task;
  task.mark = node.mark;
  const YamlNode& name_node = fields.require("name");
  task.name = name(name_node, file);
  marks.tasks.push_back(name_node.mark);
  decode_stages(fields, node, file, task);
  if (const YamlNode* release = fields.find("release")) {
    task.release = duration(*release, file);
  }
  if (const YamlNode* weight = fields.find("weight")) {
    task.weight = number(*weight, file);
  }
  if (const YamlNode* count = fields.find("count")) {
    task.count = static_cast<std::uint32_t>(whole_number(*count, 1, kMostTasks, file));
  }
  if (const YamlNode* after = fields.find("after")) {
    decode_after(*after, file, task, marks);
  }
  if (const YamlNode* due = fields.find("due")) {
    task.due = duration(*due, file);
  }
  decode_period(fields, file, task);
  if (const YamlNode* family = fields.find("family")) {
    task.family = name(*family, file);
  }
  if (const YamlNode* footprint = fields.find("footprint")) {
    task.footprint = size(*footprint, file);
  }
  return task;
}

}  // namespace warpshop::io
