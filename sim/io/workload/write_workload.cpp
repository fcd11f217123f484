#include "sim/io/workload/write_workload.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>

#include "sim/io/yaml/yaml_text.hpp"
#include "sim/model/quantity.hpp"

namespace warpshop::io {
namespace {

/// `{a: 1, b: 2}`, of what there is.
class FlowMap {
 public:
  void add(std::string_view key, const std::string& value) { entries_.push_back(fmt::format("{}: {}", key, value)); }
  std::string text() const { return fmt::format("{{{}}}", fmt::join(entries_, ", ")); }

 private:
  std::vector<std::string> entries_;
};

std::string text(Millis duration) {
  return quantity_text(duration.count(), unit_of(duration));
}
std::string in_map(std::string_view name) {
  return yaml_text(name, true);
}

std::string text(const CopySpec& copy) {
  const auto* time = std::get_if<Millis>(&copy.amount);
  FlowMap map;
  if (time == nullptr) {
    map.add("bytes", quantity_text(std::get<Bytes>(copy.amount)));
  } else {
    map.add("time", text(*time));
  }
  if (copy.latency) {
    map.add("latency", text(*copy.latency));
  }
  if (copy.size) {
    map.add("bytes", quantity_text(*copy.size));
  }
  if (copy.memory == Memory::pageable) {
    map.add("memory", std::string(warpshop::name(copy.memory)));
  }
  if (copy.sync) {
    map.add("call", "sync");
  }
  return map.text();
}

void add(FlowMap& map, const KernelShape& shape) {
  map.add("time", text(shape.time));
  map.add("ctas", std::to_string(shape.ctas));
  map.add("threads", std::to_string(shape.cta.threads));
  if (shape.cta.registers > 0) {
    map.add("registers", std::to_string(shape.cta.registers));
  }
  if (shape.cta.shared_memory > Bytes{0}) {
    map.add("shared_memory", quantity_text(shape.cta.shared_memory));
  }
  if (shape.category == Category::memory_bound) {
    map.add("category", "memory_bound");
  }
  if (shape.power) {
    map.add("power", quantity_text(shape.power->value, kPowerUnits[1]));
  }
}

std::string text(const KernelSpec& kernel) {
  const bool exclusive = kernel.kind == KernelKind::exclusive;
  FlowMap map;
  if (const auto* time = std::get_if<Millis>(&kernel.work)) {
    if (exclusive) {
      return text(*time);
    }
    map.add("time", text(*time));
  } else if (const auto* shape = std::get_if<KernelShape>(&kernel.work)) {
    add(map, *shape);
  } else {
    const auto& call = std::get<KernelCall>(kernel.work);
    map.add("name", in_map(call.name));
    map.add("elements", std::to_string(call.elements));
  }
  if (!exclusive) {
    map.add("kind", std::string(name(kernel.kind)));
  }
  return map.text();
}

std::string text(const std::vector<Predecessor>& after) {
  std::vector<std::string> parts;
  for (const auto& [task, lag, stated] : after) {
    FlowMap map;
    map.add("task", in_map(task));
    map.add("lag", text(lag));
    parts.push_back(stated || lag > Millis{0} ? map.text() : in_map(task));
  }
  return fmt::format("[{}]", fmt::join(parts, ", "));
}

std::string text(const RecordedTimes& recorded) {
  FlowMap map;
  map.add("start", text(recorded.start));
  map.add("end", text(recorded.end));
  map.add("stream", std::to_string(recorded.stream));
  return map.text();
}

std::string text(const Task& task) {
  FlowMap map;
  map.add("name", in_map(task.name));
  if (task.h2d) {
    map.add("h2d", text(*task.h2d));
  }
  if (task.kernel) {
    map.add("kernel", text(*task.kernel));
  }
  if (task.d2h) {
    map.add("d2h", text(*task.d2h));
  }
  if (task.release > Millis{0}) {
    map.add("release", text(task.release));
  }
  if (task.weight != 1) {
    map.add("weight", quantity_text(task.weight));
  }
  if (task.count > 1) {
    map.add("count", std::to_string(task.count));
  }
  if (task.period > Millis{0}) {
    map.add("period", text(task.period));
  }
  if (task.due) {
    map.add("due", text(*task.due));
  }
  if (!task.after.empty()) {
    map.add("after", text(task.after));
  }
  if (task.host) {
    const auto* size = std::get_if<Bytes>(&*task.host);
    map.add("host", size != nullptr ? quantity_text(*size) : text(std::get<Millis>(*task.host)));
  }
  if (task.legacy) {
    map.add("stream", "legacy_default");
  }
  if (!task.family.empty()) {
    map.add("family", in_map(task.family));
  }
  if (task.footprint) {
    map.add("footprint", quantity_text(*task.footprint));
  }
  if (!task.job.empty()) {
    map.add("job", in_map(task.job));
  }
  if (task.recorded) {
    map.add("recorded", text(*task.recorded));
  }
  return map.text();
}

std::string text(const JobSpec& job) {
  FlowMap map;
  map.add("name", in_map(job.name));
  if (job.due) {
    map.add("due", text(*job.due));
  }
  if (job.weight > 0) {
    map.add("weight", quantity_text(job.weight));
  }
  if (job.footprint) {
    map.add("footprint", quantity_text(*job.footprint));
  }
  return map.text();
}

}  // namespace

void write_workload(std::ostream& out, const Workload& workload) {
  fmt::print(out, "schema: warpshop.workload/1\nname: {}\n", yaml_text(workload.name));
  if (!workload.recorded_on.empty()) {
    fmt::print(out, "recorded_on: {}\n", yaml_text(workload.recorded_on));
  }
  if (workload.submit) {
    fmt::print(out, "submit: {}\n", warpshop::name(*workload.submit));
  }
  if (workload.issue == IssueOrder::breadth_first) {
    fmt::print(out, "issue: {}\n", warpshop::name(workload.issue));
  }
  if (!workload.jobs.empty()) {
    fmt::print(out, "jobs:\n");
    for (const JobSpec& job : workload.jobs) {
      fmt::print(out, "  - {}\n", text(job));
    }
  }
  fmt::print(out, "tasks:\n");
  for (const Task& task : workload.tasks) {
    fmt::print(out, "  - {}\n", text(task));
  }
}

}  // namespace warpshop::io
