#include "sim/io/workload/decode_task.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <variant>

#include <fmt/format.h>

#include "sim/io/yaml/map_fields.hpp"
#include "sim/io/yaml/values.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/quantity.hpp"
#include "sim/model/utf8.hpp"

namespace warpshop::io {
namespace {

/// The amount of a copy that is a map, under the one of the two keys that is there.
std::variant<Millis, Bytes> decode_amount(const YamlNode* time, const YamlNode* bytes) {
  if (time != nullptr && is_size(*time)) {
    refuse_value(*time, "is a size", "a duration such as 2.5 ms, or the key bytes");
  }
  if (bytes != nullptr && is_duration(*bytes)) {
    refuse_value(*bytes, "is a duration", "a size such as 16 MiB, or the key time");
  }
  return time != nullptr ? std::variant<Millis, Bytes>(duration(*time)) : size(*bytes);
}

/// What of a duration is latency.
Millis decode_latency(const YamlNode& node, const std::variant<Millis, Bytes>& amount) {
  const auto* time = std::get_if<Millis>(&amount);
  if (time == nullptr) {
    refuse_value(node, "is the latency of a size, for which the profile has one", "none, or the key time");
  }
  const Millis latency = duration(node);
  if (latency > *time) {
    refuse_value(node, "is longer than the copy that it is part of", "at most its time");
  }
  return latency;
}

Memory decode_memory(const YamlNode& node) {
  constexpr std::array kMemories{Memory::pinned, Memory::pageable};
  return kMemories[one_of(node, std::array{warpshop::name(kMemories[0]), warpshop::name(kMemories[1])},
                          "a kind of memory")];
}

/// A duration, a size, or a map with time and what of it is latency, or with bytes, memory and the kind of call.
CopySpec decode_copy(const YamlNode& node) {
  constexpr std::array<std::string_view, 5> kKeys{"time", "latency", "bytes", "memory", "call"};
  CopySpec copy;
  copy.mark = node.mark;
  if (node.kind != NodeKind::map) {
    copy.amount = duration_or_size(node);
    return copy;
  }
  const Fields fields(node, "a copy", kKeys);
  const YamlNode* time = fields.find("time");
  const YamlNode* bytes = fields.find("bytes");
  if (time == nullptr && bytes == nullptr) {
    refuse_value(node, "has neither time nor bytes", "one of them");
  }
  copy.amount = decode_amount(time, bytes);
  if (time != nullptr && bytes != nullptr) {
    copy.size = size(*bytes);
  }
  if (const YamlNode* latency = fields.find("latency")) {
    copy.latency = decode_latency(*latency, copy.amount);
  }
  if (const YamlNode* memory = fields.find("memory")) {
    copy.memory = decode_memory(*memory);
  }
  if (const YamlNode* call = fields.find("call")) {
    copy.sync = one_of(*call, std::array<std::string_view, 2>{"async", "sync"}, "a kind of call") == 1;
  }
  return copy;
}

constexpr std::array<std::string_view, 6> kShapeKeys{"ctas",          "threads",  "registers",
                                                     "shared_memory", "category", "power"};

/// A kernel that has at least one of the keys of a shape; time, ctas and threads are needed.
KernelShape decode_shape(const Fields& fields) {
  constexpr double kFastest = 1e15;  // per millisecond, as in profiles
  const YamlNode& time = fields.require("time");
  KernelShape shape;
  shape.time = kernel_duration(time);
  shape.ctas = whole_number(fields.require("ctas"), 1, kLargestCount);
  shape.cta.threads = whole_number(fields.require("threads"), 1, kLargestCount);
  if (const YamlNode* registers = fields.find("registers")) {
    shape.cta.registers = whole_number(*registers, 0, kLargestCount);
  }
  if (const YamlNode* shared_memory = fields.find("shared_memory")) {
    shape.cta.shared_memory = size(*shared_memory);
  }
  if (const YamlNode* limit = fields.find("category")) {
    shape.category = category(*limit);
  }
  if (const YamlNode* drawn = fields.find("power")) {
    shape.power = power(*drawn);
  }
  if (static_cast<double>(shape.ctas) / shape.time.count() > kFastest) {
    refuse_value(time, fmt::format("is too short for {} CTAs", shape.ctas), "at least 1e-15 ms for each");
  }
  return shape;
}

KernelKind decode_kernel_kind(const YamlNode& node) {
  for (const KernelKind kind : {KernelKind::exclusive, KernelKind::beside, KernelKind::collective}) {
    if (node.kind == NodeKind::scalar && node.text == warpshop::name(kind)) {
      return kind;
    }
  }
  refuse_value(node, "is not a kind of kernel", "exclusive, beside or collective");
}

/// A duration, or a map with time, perhaps with what the CTAs are, or with name and elements.
KernelSpec decode_kernel(const YamlNode& node) {
  constexpr std::array<std::string_view, 10> kKeys{"time",      "name",          "elements", "ctas",  "threads",
                                                   "registers", "shared_memory", "category", "power", "kind"};
  KernelSpec kernel;
  kernel.mark = node.mark;
  if (node.kind != NodeKind::map) {
    kernel.work = kernel_duration(node);
    return kernel;
  }
  const Fields fields(node, "a kernel", kKeys);
  const auto stands_here = [&](std::string_view key) { return fields.find(key) != nullptr; };
  const bool is_call = stands_here("name") || stands_here("elements");
  const auto* shape = std::find_if(kShapeKeys.begin(), kShapeKeys.end(), stands_here);
  const bool has_shape = shape != kShapeKeys.end();
  if (is_call && has_shape && !stands_here("time")) {
    refuse_value(node, fmt::format("has a name and {}", *shape), "name and elements, or time, ctas and threads");
  }
  if (stands_here("time") == is_call && !(has_shape && !is_call)) {
    refuse_value(node, is_call ? "has a time and a name" : "has neither time nor name", "time, or name and elements");
  }
  if (has_shape) {
    kernel.work = decode_shape(fields);
  } else if (!is_call) {
    kernel.work = kernel_duration(fields.require("time"));
  } else {
    kernel.work = KernelCall{.name = name(fields.require("name")),
                             .elements = whole_number(fields.require("elements"), 0, kLargestWhole)};
  }
  if (const YamlNode* kind = fields.find("kind")) {
    kernel.kind = decode_kernel_kind(*kind);
  }
  return kernel;
}

/// Needs release, due and count. Throws InputError: a period that nothing repeats, a repeat too late to be counted.
void decode_period(const YamlNode& node, bool has_count, Task& task) {
  task.period = duration(node);
  if (!has_count) {
    refuse(node, "a period without count, expected how many repeats there are");
  }
  const Millis last = std::max(task.release, task.due.value_or(Millis{0})) + (task.count - 1) * task.period;
  if (last > kLongestDuration) {
    refuse_value(node, "is out of range", "the last repeat to be released, and due, by 1e15 ms");
  }
}

/// A name, or a map with task and lag; or a list of these.
void decode_after(const YamlNode& node, Task& task, NameMarks& marks) {
  constexpr std::array<std::string_view, 2> kKeys{"task", "lag"};
  const bool is_list = node.kind == NodeKind::sequence;
  for (std::size_t i = 0; i < (is_list ? node.children.size() : 1); ++i) {
    const YamlNode& element = is_list ? node.children[i] : node;
    if (element.kind != NodeKind::map) {
      task.after.push_back({name(element)});
      marks.after.push_back(element.mark);
      continue;
    }
    const Fields fields(element, "what a task comes after", kKeys);
    const YamlNode& before = fields.require("task");
    const YamlNode* lag = fields.find("lag");
    const Millis length = lag != nullptr ? duration(*lag) : Millis{0};
    task.after.push_back({name(before), length, lag != nullptr && length == Millis{0}});
    marks.after.push_back(before.mark);
  }
}

/// start, end and stream, of a recording.
RecordedTimes decode_recorded(const YamlNode& node) {
  constexpr std::array<std::string_view, 3> kKeys{"start", "end", "stream"};
  const Fields fields(node, "what was recorded", kKeys);
  RecordedTimes recorded;
  recorded.start = duration(fields.require("start"));
  recorded.end = duration(fields.require("end"));
  if (recorded.end < recorded.start) {
    refuse_value(fields.require("end"), "is before the start", "a later end");
  }
  if (const YamlNode* stream = fields.find("stream")) {
    recorded.stream = static_cast<std::uint64_t>(whole_number(*stream, 0, kLargestWhole));
  }
  return recorded;
}

constexpr std::array<std::string_view, 16> kTaskKeys{"name",   "h2d",       "kernel", "d2h",     "release", "weight",
                                                     "count",  "period",    "after",  "due",     "host",    "stream",
                                                     "family", "footprint", "job",    "recorded"};

}  // namespace

bool is_task_key(std::string_view text) {
  return std::find(kTaskKeys.begin(), kTaskKeys.end(), text) != kTaskKeys.end();
}

Task decode_task(const YamlNode& node, NameMarks& marks) {
  const Fields fields(node, "a task", kTaskKeys);
  const auto with = [&](std::string_view key, const auto& decode) {
    if (const YamlNode* value = fields.find(key)) {
      decode(*value);
    }
  };
  Task task;
  task.mark = node.mark;
  task.name = name(fields.require("name"));
  marks.tasks.push_back(fields.require("name").mark);
  with("h2d", [&](const YamlNode& value) { task.h2d = decode_copy(value); });
  with("kernel", [&](const YamlNode& value) { task.kernel = decode_kernel(value); });
  with("d2h", [&](const YamlNode& value) { task.d2h = decode_copy(value); });
  if (!task.h2d && !task.kernel && !task.d2h) {
    refuse(node, fmt::format("the task {} has no stage, expected h2d, kernel or d2h", in_quotes(task.name)));
  }
  with("release", [&](const YamlNode& value) { task.release = duration(value); });
  with("weight", [&](const YamlNode& value) { task.weight = number(value); });
  with("count",
       [&](const YamlNode& value) { task.count = static_cast<std::uint32_t>(whole_number(value, 1, kMostTasks)); });
  with("after", [&](const YamlNode& value) { decode_after(value, task, marks); });
  with("due", [&](const YamlNode& value) { task.due = duration(value); });
  with("period", [&](const YamlNode& value) { decode_period(value, fields.find("count") != nullptr, task); });
  with("host", [&](const YamlNode& value) { task.host = duration_or_size(value); });
  with("stream", [&](const YamlNode& value) {
    task.legacy = one_of(value, std::array<std::string_view, 2>{"own", "legacy_default"}, "a stream") == 1;
  });
  with("family", [&](const YamlNode& value) { task.family = name(value); });
  with("job", [&](const YamlNode& value) { task.job = name(value); });
  with("recorded", [&](const YamlNode& value) { task.recorded = decode_recorded(value); });
  with("footprint", [&](const YamlNode& value) { task.footprint = size(value); });
  return task;
}

}  // namespace warpshop::io
