#pragma once

#include <string_view>
#include <variant>

#include "sim/io/yaml/group_reader.hpp"
#include "sim/io/yaml/yaml_node.hpp"
#include "sim/model/quantity.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::io {

/// One entry of `tasks`. Appends the marks of its names. Throws InputError.
Task decode_task(const YamlNode& node, NameMarks& marks);

/// Whether an entry may have a key that is called so.
bool is_task_key(std::string_view text);

// Values of a task that have forms of their own beside maps. All throw InputError at the node.

/// A duration, a size, or a map with time and what of it is latency, or with bytes, memory and the kind of call.
void read_field(const YamlNode& node, CopySpec& copy, const Measured& at);
/// A duration, or a map with time, perhaps with what the CTAs are, or with name and elements.
void read_field(const YamlNode& node, KernelSpec& kernel, const Measured& at);
/// Whichever of the two the unit says.
void read_field(const YamlNode& node, std::variant<Millis, Bytes>& value, const Measured& at);

}  // namespace warpshop::io

// The groups of values of a workload.
namespace warpshop::io {

std::string_view fields(KernelShape& shape, const auto& visit) {
  visit("time", shape.time, Needed{});
  visit("ctas", shape.ctas, Count{});
  visit("threads", shape.cta.threads, Count{});
  visit("registers", shape.cta.registers, Count{.low = 0, .otherwise = 0});
  visit("shared_memory", shape.cta.shared_memory, Default{std::optional(Bytes{0})});
  visit("category", shape.category, Default{std::optional(Category::compute_bound)});
  visit("compute", shape.use.compute);
  visit("memory", shape.use.memory);
  visit("power", shape.power);
  return "a kernel";
}

std::string_view fields(KernelCall& call, const auto& visit) {
  visit("name", call.name, Needed{});
  visit("elements", call.elements, Count{.low = 0, .high = kLargestWhole});
  return "a kernel";
}

std::string_view fields(RecordedTimes& recorded, const auto& visit) {
  visit("start", recorded.start, Needed{});
  visit("end", recorded.end, Needed{});
  visit("stream", recorded.stream, Count{.low = 0, .high = kLargestWhole, .otherwise = 0});
  return "what was recorded";
}

std::string_view fields(JobSpec& job, const auto& visit) {
  visit("name", job.name, Needed{});
  visit("due", job.due);
  visit("weight", job.weight, Number{.otherwise = 0});
  visit("footprint", job.footprint);
  return "a job";
}

std::string_view fields(Task& task, const auto& visit) {
  visit("name", task.name, Needed{});
  visit("h2d", task.h2d);
  visit("kernel", task.kernel);
  visit("d2h", task.d2h);
  visit("release", task.release);
  visit("weight", task.weight, Number{.otherwise = 1});
  visit("count", task.count, Count{.high = kMostTasks, .otherwise = 1});
  visit("period", task.period);
  visit("after", task.after);
  visit("due", task.due);
  visit("host", task.host);
  visit("stream", task.legacy, Words{"own", "legacy_default", "a stream"});
  visit("family", task.family);
  visit("footprint", task.footprint);
  visit("job", task.job);
  visit("recorded", task.recorded);
  return "a task";
}

}  // namespace warpshop::io
