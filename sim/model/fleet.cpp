#include "sim/model/fleet.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>

#include "sim/model/needs.hpp"
#include "sim/model/resolve_copy.hpp"

namespace warpshop {
namespace {

/// Of a copy at rate 1, relative to the bus.
double demand_of(const std::optional<CopySpec>& copy, const Workload& workload, const Device& device,
                 Direction direction) {
  if (!copy) {
    return 0;
  }
  return bandwidth_alone(copy_on(*copy, workload, device), device.transfer(copy->memory, direction)).value /
         device.bus->bandwidth[index(direction)].value;
}

BusPort port_of(const Workload& workload, const Device& profile, std::uint32_t bus) {
  const Device device = behind_bus(profile);
  BusPort port{.bus = bus};
  for (const std::size_t side : {0U, 1U}) {
    if (device.bus->duplex) {
      port.duplex[side] = device.bus->duplex->bandwidth[side].value / device.bus->bandwidth[side].value;
    }
  }
  port.demand.reserve(workload.size());
  for (const Task& task : workload.tasks) {
    port.demand.insert(
        port.demand.end(), task.count,
        {demand_of(task.h2d, workload, device, Direction::h2d), demand_of(task.d2h, workload, device, Direction::d2h)});
  }
  return port;
}

/// The rounds that the next `length` tasks are in; none if they are in one. Takes them off the front.
std::vector<std::uint32_t> take_rounds(std::span<const std::uint32_t>& rounds, std::uint32_t length) {
  std::size_t taken = 0;
  for (std::uint32_t tasks = 0; tasks < length; ++taken) {
    tasks += rounds[taken];
  }
  const auto own = rounds.first(taken);
  rounds = rounds.subspan(taken);
  return own.size() > 1 ? std::vector(own.begin(), own.end()) : std::vector<std::uint32_t>{};
}

}  // namespace

Fleet resolve(const Workload& workload, std::span<const Device> devices) {
  struct Profile {
    std::uint32_t number = 0;  ///< among the profiles
    std::uint32_t devices = 0;
    std::uint32_t named = 0;
  };
  std::map<std::string, Profile> profiles;
  for (const Device& device : devices) {
    const auto number = static_cast<std::uint32_t>(profiles.size());
    ++profiles.try_emplace(device.name, Profile{.number = number}).first->second.devices;
  }
  Fleet fleet;
  for (const Device& device : devices) {
    Profile& profile = profiles.at(device.name);
    const bool several = profile.devices > 1;
    if (several && device.bus) {
      check_needs(workload, device, true);
    }
    fleet.devices.push_back(resolve(workload, device));
    fleet.names.push_back(several ? device.name + '#' + std::to_string(++profile.named) : device.name);
    fleet.ports.push_back(several && device.bus ? std::optional(port_of(workload, device, profile.number))
                                                : std::nullopt);
  }
  return fleet;
}

std::vector<Plan> device_plans(const Plan& plan) {
  if (plan.devices.empty()) {
    return {plan};
  }
  std::vector<Plan> plans;
  std::vector<std::size_t> device_of(plan.order.size());
  std::span<const std::uint32_t> rounds = plan.rounds;
  auto task = plan.order.begin();
  for (const std::uint32_t length : plan.devices) {
    Plan& own = plans.emplace_back(Plan{.order = Order(task, task + length), .submission = plan.submission});
    own.hardware_queues = plan.hardware_queues;
    if (!plan.rounds.empty()) {
      own.rounds = take_rounds(rounds, length);
    }
    for (const std::uint32_t placed : own.order) {
      device_of[placed] = plans.size() - 1;
    }
    task += length;
  }
  for (const Gate& gate : plan.gates) {
    plans[device_of[gate.d2h]].gates.push_back(gate);
  }
  return plans;
}

Plan joined(std::span<const Plan> plans) {
  Plan plan{.order = {}, .submission = plans.front().submission};
  const bool in_rounds = std::any_of(plans.begin(), plans.end(), [](const Plan& own) { return !own.rounds.empty(); });
  for (const Plan& own : plans) {
    const auto length = static_cast<std::uint32_t>(own.order.size());
    plan.devices.push_back(length);
    plan.hardware_queues = std::max(plan.hardware_queues, own.hardware_queues);
    plan.order.insert(plan.order.end(), own.order.begin(), own.order.end());
    plan.gates.insert(plan.gates.end(), own.gates.begin(), own.gates.end());
    plan.rounds.insert(plan.rounds.end(), own.rounds.begin(), own.rounds.end());
    if (in_rounds && own.rounds.empty() && length > 0) {
      plan.rounds.push_back(length);
    }
  }
  return plan;
}

Timeline merged(std::vector<Timeline> timelines) {
  if (timelines.size() == 1) {
    return std::move(timelines.front());
  }
  Timeline all{.dma_engines = timelines.front().dma_engines};
  for (std::uint32_t device = 0; device < timelines.size(); ++device) {
    const Timeline& own = timelines[device];
    all.fleet_dma_engines.push_back(own.dma_engines);
    all.makespan = std::max(all.makespan, own.makespan);
    for (Interval interval : own.intervals) {
      interval.device = device;
      all.intervals.push_back(interval);
    }
  }
  return all;
}

}  // namespace warpshop
