#include "sim/io/workload/decode_task.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "sim/io/yaml/group_reader.hpp"
#include "sim/io/yaml/values.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/utf8.hpp"

namespace warpshop::io {
namespace {

constexpr auto kNotMeasured = [](std::string_view /*key*/) { return Measured{}; };

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

KernelKind decode_kernel_kind(const YamlNode& node) {
  for (const KernelKind kind : {KernelKind::exclusive, KernelKind::beside, KernelKind::collective}) {
    if (node.kind == NodeKind::scalar && node.text == warpshop::name(kind)) {
      return kind;
    }
  }
  refuse_value(node, "is not a kind of kernel", "exclusive, beside or collective");
}

/// Whether a kernel uses less of what is said to limit it than of the other.
bool contradicts(Category category, const KernelUse& use) {
  const Category by_use = category_by(use);
  const bool knows = by_use == Category::memory_bound || (use.compute && use.memory && *use.compute != *use.memory);
  return knows && category != by_use;
}

/// A kernel that has at least one of the keys of a shape; time, ctas and threads are needed.
KernelShape decode_shape(const MapFields& fields) {
  constexpr double kFastest = 1e15;  // per millisecond, as in profiles
  const YamlNode& time = fields.require("time");
  kernel_duration(time);
  KernelShape shape;
  read_fields(fields, shape, kNotMeasured);
  if (const YamlNode* category = fields.find("category"); category == nullptr) {
    shape.category = category_by(shape.use);
  } else if (contradicts(shape.category, shape.use)) {
    refuse_value(*category, "is not what limits a kernel with this compute and memory",
                 fmt::format("{}, or none", warpshop::name(category_by(shape.use))));
  }
  if (static_cast<double>(shape.ctas) / shape.time.count() > kFastest) {
    refuse_value(time, fmt::format("is too short for {} CTAs", shape.ctas), "at least 1e-15 ms for each");
  }
  return shape;
}

/// Parts of a kernel's work, which are all of it.
std::vector<KernelPhase> decode_phases(const YamlNode& node) {
  constexpr double kRounding = 1e-9;
  std::vector<KernelPhase> phases;
  double sum = 0;
  for (const YamlNode& phase : elements(node, "phases of a kernel", "phases such as {part: 50 %, speed: 1.2}")) {
    const MapFields fields(phase, "a phase of a kernel", {"part", "speed"});
    const YamlNode& part = fields.require("part");
    const YamlNode& speed = fields.require("speed");
    phases.push_back({.part = percent(part), .speed = ratio(speed, kFastestPhase)});
    if (phases.back().part == 0) {
      refuse_value(part, "is out of range", "above 0 % and up to 100 %");
    }
    if (phases.back().speed < kSlowestPhase) {
      refuse_value(speed, "is out of range", fmt::format("{} to {}", kSlowestPhase, kFastestPhase));
    }
    sum += phases.back().part;
  }
  if (std::abs(sum - 1) > kRounding) {
    refuse(node, fmt::format("phases that add up to {:.10g} %, expected 100 %", 100 * sum));
  }
  return phases;
}

Jitter decode_jitter(const YamlNode& node) {
  const MapFields fields(node, "the jitter of a kernel", {"deviation", "every"});
  const YamlNode& deviation = fields.require("deviation");
  const Jitter jitter{.deviation = percent(deviation), .every = duration_above_zero(fields.require("every"))};
  if (jitter.deviation > kMostJitter) {
    refuse_value(deviation, "is out of range", fmt::format("0 % to {} %", 100 * kMostJitter));
  }
  return jitter;
}

/// Of a kernel that can share the SMs: another has no subtasks of which a phase could be a part.
void decode_pace(const MapFields& fields, KernelSpec& kernel) {
  const YamlNode* phases = fields.find("phases");
  const YamlNode* jitter = fields.find("jitter");
  if (phases == nullptr && jitter == nullptr) {
    return;
  }
  if (std::holds_alternative<Millis>(kernel.work)) {
    refuse(phases != nullptr ? *phases : *jitter,
           fmt::format("{} of a kernel that is only a duration, expected its ctas "
                       "and threads as well",
                       phases != nullptr ? "phases" : "jitter"));
  }
  KernelPace pace;
  if (phases != nullptr) {
    pace.phases = decode_phases(*phases);
  }
  if (jitter != nullptr) {
    pace.jitter = decode_jitter(*jitter);
  }
  kernel.pace = std::make_shared<const KernelPace>(std::move(pace));
}

/// How the kernel is split; its elements stand there or beside it.
std::shared_ptr<const KernelSplit> decode_split(const YamlNode& node, const MapFields& fields,
                                                const KernelSpec& kernel) {
  KernelSplit split{.policy = name(node), .mark = node.mark};
  const YamlNode* elements = fields.find("elements");
  if (elements == nullptr) {
    refuse(node, "a split of a kernel that does not say its elements, expected elements: how many it works on");
  }
  split.elements = whole_number(*elements, 1, kMostSplitElements);
  if (kernel.pace) {
    refuse(node, "a split of a kernel whose speed changes, expected it without phases and jitter");
  }
  if (const YamlNode* cpu = fields.find("cpu")) {
    const MapFields of_cpu(*cpu, "the CPU of a split", {"threads", "rate", "overhead"});
    if (const YamlNode* threads = of_cpu.find("threads")) {
      split.threads = whole_number(*threads, 1, kMostCpuThreads);
    }
    if (const YamlNode* each = of_cpu.find("rate")) {
      split.rate = ElementsPerSecond{per_second(*each).value};
    }
    if (const YamlNode* overhead = of_cpu.find("overhead")) {
      split.overhead = duration(*overhead);
    }
  }
  return std::make_shared<const KernelSplit>(std::move(split));
}

}  // namespace

void read_field(const YamlNode& node, CopySpec& copy, const Measured& /*at*/) {
  copy.mark = node.mark;
  if (node.kind != NodeKind::map) {
    copy.amount = duration_or_size(node);
    return;
  }
  const MapFields fields(node, "a copy", {"time", "latency", "bytes", "memory", "call"});
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
    constexpr std::array kMemories{Memory::pinned, Memory::pageable};
    const std::array words{warpshop::name(kMemories[0]), warpshop::name(kMemories[1])};
    copy.memory = kMemories[one_of(*memory, words, "a kind of memory")];
  }
  if (const YamlNode* call = fields.find("call")) {
    read_field(*call, copy.sync, {}, Words{"async", "sync", "a kind of call"});
  }
}

void read_field(const YamlNode& node, KernelSpec& kernel, const Measured& /*at*/) {
  constexpr std::array<std::string_view, 16> kKeys{
      "time",    "name",   "elements", "ctas", "threads", "registers", "shared_memory", "category",
      "compute", "memory", "power",    "kind", "phases",  "jitter",    "split",         "cpu"};
  kernel.mark = node.mark;
  if (node.kind != NodeKind::map) {
    kernel.work = kernel_duration(node);
    return;
  }
  const MapFields fields(node, "a kernel", kKeys);
  const auto stands_here = [&](std::string_view key) { return fields.find(key) != nullptr; };
  const bool is_call = stands_here("name") || (stands_here("elements") && !stands_here("split"));
  const std::vector<std::string_view>& shape_keys = keys_of<KernelShape>().keys;
  const auto shape = std::find_if(shape_keys.begin() + 1, shape_keys.end(), stands_here);  // but for the time
  const bool has_shape = shape != shape_keys.end();
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
    read_fields(fields, kernel.work.emplace<KernelCall>(), kNotMeasured);
  }
  if (const YamlNode* kind = fields.find("kind")) {
    kernel.kind = decode_kernel_kind(*kind);
  }
  decode_pace(fields, kernel);
  if (const YamlNode* split = fields.find("split")) {
    kernel.split = decode_split(*split, fields, kernel);
  } else if (const YamlNode* cpu = fields.find("cpu")) {
    refuse(*cpu, "a CPU beside a kernel that runs on the GPU alone, expected split: how it is split, such as cap");
  }
}

/// A name, or a map with task and lag.
static void read_field(const YamlNode& node, Predecessor& before, const Measured& /*at*/) {
  if (node.kind != NodeKind::map) {
    before.task = name(node);
    return;
  }
  const MapFields fields(node, "what a task comes after", {"task", "lag"});
  before.task = name(fields.require("task"));
  if (const YamlNode* lag = fields.find("lag")) {
    before.lag = duration(*lag);
    before.stated = before.lag == Millis{0};
  }
}

/// One of them, or a list.
static void read_field(const YamlNode& node, std::vector<Predecessor>& after, const Measured& at) {
  if (node.kind != NodeKind::sequence) {
    read_field(node, after.emplace_back(), at);
    return;
  }
  for (const YamlNode& element : node.children) {
    read_field(element, after.emplace_back(), at);
  }
}

void read_field(const YamlNode& node, std::variant<Millis, Bytes>& value, const Measured& /*at*/) {
  value = duration_or_size(node);
}

namespace {

/// Throws InputError: a period that nothing repeats, a repeat too late to be counted.
void check_period(const YamlNode& node, bool has_count, const Task& task) {
  if (!has_count) {
    refuse(node, "a period without count, expected how many repeats there are");
  }
  const Millis last = std::max(task.release, task.due.value_or(Millis{0})) + (task.count - 1) * task.period;
  if (last > kLongestDuration) {
    refuse_value(node, "is out of range", "the last repeat to be released, and due, by 1e15 ms");
  }
}

/// Where the names of what a task comes after stand.
void add_marks(const YamlNode& after, std::vector<Mark>& marks) {
  const bool is_list = after.kind == NodeKind::sequence;
  for (std::size_t i = 0; i < (is_list ? after.children.size() : 1); ++i) {
    const YamlNode& element = is_list ? after.children[i] : after;
    const YamlNode* task = find_value(element, "task");
    marks.push_back(task != nullptr ? task->mark : element.mark);
  }
}

}  // namespace

bool is_task_key(std::string_view text) {
  const std::vector<std::string_view>& keys = keys_of<Task>().keys;
  return std::find(keys.begin(), keys.end(), text) != keys.end();
}

Task decode_task(const YamlNode& node, NameMarks& marks) {
  Task task = group_of<Task>(node);
  task.mark = node.mark;
  marks.tasks.push_back(find_value(node, "name")->mark);
  if (!task.h2d && !task.kernel && !task.d2h) {
    refuse(node, fmt::format("the task {} has no stage, expected h2d, kernel or d2h", in_quotes(task.name)));
  }
  if (const YamlNode* after = find_value(node, "after")) {
    add_marks(*after, marks.after);
  }
  if (const YamlNode* period = find_value(node, "period")) {
    check_period(*period, find_value(node, "count") != nullptr, task);
  }
  if (task.recorded && task.recorded->end < task.recorded->start) {
    refuse_value(*find_value(*find_value(node, "recorded"), "end"), "is before the start", "a later end");
  }
  return task;
}

}  // namespace warpshop::io
