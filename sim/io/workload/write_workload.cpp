#include "sim/io/workload/write_workload.hpp"

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/io/workload/client_values.hpp"
#include "sim/io/workload/decode_client.hpp"
#include "sim/io/workload/decode_task.hpp"
#include "sim/io/yaml/yaml_text.hpp"
#include "sim/model/quantity.hpp"

namespace warpshop::io {
namespace {

/// `{a: 1, b: 2}`, of what there is.
class FlowMap {
 public:
  void add(std::string_view key, const std::string& value) {
    entries_ += entries_.empty() ? "" : ", ";
    entries_.append(key).append(": ").append(value);
  }
  template <class Group>
  void add(const Group& group);
  std::string in_braces() const { return "{" + entries_ + "}"; }

 private:
  std::string entries_;
};

template <class Group>
std::string flow_map(const Group& group) {
  FlowMap map;
  map.add(group);
  return map.in_braces();
}

std::string text(Millis duration) {
  return quantity_text(duration.count(), unit_of(duration));
}

std::string text(Bytes size) {
  return quantity_text(size);
}

std::string text(Watts power) {
  return quantity_text(power.value, kPowerUnits[1]);
}

std::string text(Utilization use) {
  return quantity_text(use.part, kPercentUnits.front());
}

std::string text(SmAmount amount) {
  return sms_text(amount);
}

std::string text(double number) {
  return quantity_text(number);
}

template <std::integral Whole>
std::string text(Whole number) {
  return std::to_string(number);
}

std::string text(const std::string& name) {
  return yaml_text(name, true);
}

std::string text(Category category) {
  return std::string(warpshop::name(category));
}

std::string text(const std::variant<Millis, Bytes>& amount) {
  return std::visit([](const auto& value) { return text(value); }, amount);
}

std::string text(const RecordedTimes& recorded) {
  return flow_map(recorded);
}

std::string text(const Arrivals& arrivals) {
  return arrivals_text(arrivals);
}

std::string text(const Goal& goal) {
  return goal_entry(goal);
}

std::string text(const Demand& demand) {
  return demand_text(demand);
}

std::string text(ClientClass kind) {
  return std::string(warpshop::name(kind));
}

std::string text(const Request& request) {
  if (request.imported) {
    FlowMap map;
    map.add("workload", text(request.imported->from.workload));
    if (!request.imported->from.job.empty()) {
      map.add("job", text(request.imported->from.job));
    }
    return map.in_braces();
  }
  if (request.chain.size() == 1) {
    return flow_map(request.chain.front());
  }
  std::vector<std::string> tasks;
  tasks.reserve(request.chain.size());
  for (const RequestTask& task : request.chain) {
    tasks.push_back(flow_map(task));
  }
  return fmt::format("[{}]", fmt::join(tasks, ", "));
}

std::string text(const CopySpec& copy) {
  FlowMap map;
  map.add(std::holds_alternative<Millis>(copy.amount) ? "time" : "bytes", text(copy.amount));
  if (copy.latency) {
    map.add("latency", text(*copy.latency));
  }
  if (copy.size) {
    map.add("bytes", text(*copy.size));
  }
  if (copy.memory == Memory::pageable) {
    map.add("memory", std::string(warpshop::name(copy.memory)));
  }
  if (copy.sync) {
    map.add("call", "sync");
  }
  return map.in_braces();
}

std::string text(const std::vector<KernelPhase>& phases) {
  std::vector<std::string> parts;
  parts.reserve(phases.size());
  for (const KernelPhase& phase : phases) {
    FlowMap map;
    map.add("part", quantity_text(phase.part, kPercentUnits.front()));
    map.add("speed", text(phase.speed));
    parts.push_back(map.in_braces());
  }
  return fmt::format("[{}]", fmt::join(parts, ", "));
}

std::string text(const Jitter& jitter) {
  FlowMap map;
  map.add("deviation", quantity_text(jitter.deviation, kPercentUnits.front()));
  map.add("every", text(jitter.every));
  return map.in_braces();
}

std::string cpu_text(const KernelSplit& split) {
  FlowMap map;
  map.add("threads", text(split.threads));
  if (split.rate) {
    map.add("rate", quantity_text(split.rate->value, Unit{"/s"}));
  }
  if (split.overhead) {
    map.add("overhead", text(*split.overhead));
  }
  return map.in_braces();
}

std::string text(const KernelSpec& kernel) {
  const auto* time = std::get_if<Millis>(&kernel.work);
  const bool exclusive = kernel.kind == KernelKind::exclusive;
  if (time != nullptr && exclusive && !kernel.split) {
    return text(*time);
  }
  FlowMap map;
  if (time != nullptr) {
    map.add("time", text(*time));
  } else if (const auto* shape = std::get_if<KernelShape>(&kernel.work)) {
    map.add(*shape);
  } else {
    map.add(std::get<KernelCall>(kernel.work));
  }
  if (!exclusive) {
    map.add("kind", std::string(warpshop::name(kernel.kind)));
  }
  if (kernel.pace && !kernel.pace->phases.empty()) {
    map.add("phases", text(kernel.pace->phases));
  }
  if (kernel.pace && kernel.pace->jitter) {
    map.add("jitter", text(*kernel.pace->jitter));
  }
  if (kernel.split) {
    if (!std::holds_alternative<KernelCall>(kernel.work)) {
      map.add("elements", text(kernel.split->elements));
    }
    map.add("split", text(kernel.split->policy));
    map.add("cpu", cpu_text(*kernel.split));
  }
  return map.in_braces();
}

std::string text(const std::vector<Predecessor>& after) {
  std::vector<std::string> parts;
  for (const auto& [task, lag, stated] : after) {
    FlowMap map;
    map.add("task", text(task));
    map.add("lag", text(lag));
    parts.push_back(stated || lag > Millis{0} ? map.in_braces() : text(task));
  }
  return fmt::format("[{}]", fmt::join(parts, ", "));
}

template <class Value>
std::string text(const std::optional<Value>& value) {
  return text(*value);
}

template <class Group>
void FlowMap::add(const Group& group) {
  const auto add_field = [this]<class Field>(std::string_view key, const Field& field, const auto&... range) {
    if (!is_missing(field, range...)) {
      if constexpr (std::is_same_v<Field, bool>) {
        add(key, std::string((range.yes, ...)));
      } else {
        add(key, text(field));
      }
    }
  };
  fields(const_cast<Group&>(group), add_field);  // NOLINT(cppcoreguidelines-pro-type-const-cast): it changes nothing
}

}  // namespace

void write_workload(std::ostream& out, const Workload& workload) {
  out << fmt::format("schema: warpshop.workload/1\nname: {}\n", yaml_text(workload.name));
  if (!workload.recorded_on.empty() && workload.clients.none()) {  // theirs stands in the files that they name
    out << fmt::format("recorded_on: {}\n", yaml_text(workload.recorded_on));
  }
  if (workload.submit) {
    out << fmt::format("submit: {}\n", warpshop::name(*workload.submit));
  }
  if (workload.issue == IssueOrder::breadth_first) {
    out << fmt::format("issue: {}\n", warpshop::name(workload.issue));
  }
  if (!workload.jobs.empty()) {
    out << "jobs:\n";
    for (const JobSpec& job : workload.jobs) {
      out << fmt::format("  - {}\n", flow_map(job));
    }
  }
  if (!workload.clients.none()) {
    out << fmt::format("horizon: {}\nclients:\n", text(workload.clients.horizon));
    for (const Client& client : workload.clients.all) {
      out << fmt::format("  - {}\n", flow_map(entry_of(workload, client)));
    }
    return;
  }
  out << "tasks:\n";
  for (const Task& task : workload.tasks) {
    out << fmt::format("  - {}\n", flow_map(task));
  }
}

}  // namespace warpshop::io
