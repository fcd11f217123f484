#include "tests/support/fleets.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warpshop {

void show(const Fleet& fleet, std::ostream& out) {
  for (std::size_t device = 0; device < fleet.devices.size(); ++device) {
    if (const BusPort* port = fleet.port(device)) {
      out << "bus " << port->bus << " demand";
      for (const auto& demand : port->demand) {
        out << ' ' << demand[0] << '+' << demand[1];
      }
      out << ", ";
    }
    show(fleet.devices[device], out);
  }
}

std::ostream& operator<<(std::ostream& out, const Fleet& fleet) {
  show(fleet, out);
  return out;
}

}  // namespace warpshop

namespace warpshop::test {

Fleet alike(const Instance& instance, std::size_t devices, double width) {
  Fleet fleet;
  fleet.devices.assign(devices, instance);
  for (std::size_t device = 1; device <= devices; ++device) {
    fleet.names.push_back("gpu#" + std::to_string(device));
  }
  if (width > 0) {
    fleet.ports.assign(devices, port_of(instance.size(), 1 / width));
  }
  return fleet;
}

BusPort port_of(std::size_t tasks, double demand, std::uint32_t bus) {
  return {.bus = bus, .demand = std::vector(tasks, std::array{demand, demand})};
}

namespace {

/// What each device does, relative to the first: rates, lengths and a bus of its own.
Instance other_device(Instance instance, const Rates& rates, double slower) {
  instance.rates = rates;
  for (Job& job : instance.jobs) {
    for (Copy& copy : job.copies) {
      copy.payload *= slower;
    }
    job.kernel *= slower;
  }
  return instance;
}

}  // namespace

namespace {

/// On either bus; many ask for the same.
BusPort any_port(std::size_t tasks) {
  BusPort port{.bus = *rc::gen::inRange(0U, kBuses)};
  port.duplex = port.bus == 0 ? std::array{1.0, 1.0} : std::array{0.5, 0.9};
  for (std::size_t task = 0; task < tasks; ++task) {
    const auto demand = [] { return *rc::gen::element(1.0, 0.9, 0.7, 0.5, 0.5, 0.35, 0.2, 0.003); };
    port.demand.push_back({demand(), demand()});
  }
  return port;
}

}  // namespace

rc::Gen<Fleet> any_fleet(int most, bool with_buses) {
  return rc::gen::exec([most, with_buses] {
    const Instance first = *instance(*any_family(), most);
    Fleet fleet;
    const auto devices = static_cast<std::size_t>(*rc::gen::inRange(2, 5));
    for (std::size_t device = 0; device < devices; ++device) {
      const double slower = *rc::gen::element(1.0, 1.0, 0.5, 2.5);
      fleet.devices.push_back(other_device(first, *rc::gen::elementOf(all_rates()), slower));
      fleet.names.push_back("gpu" + std::to_string(device));
      if (with_buses) {
        const bool has_port = *rc::gen::inRange(0, 4) > 0;
        fleet.ports.push_back(has_port ? std::optional(any_port(first.size())) : std::nullopt);
      }
    }
    return fleet;
  });
}

Fleet demanding_fleet(int most, bool with_buses) {
  Fleet fleet = *any_fleet(most, with_buses);
  const Instance demands = demanding(fleet.devices.front(), *any_demands());
  for (Instance& device : fleet.devices) {
    device.weights = demands.weights;
    device.due = demands.due;
    device.precedence = demands.precedence;
    device.footprints = demands.footprints;
    device.memory = demands.memory;
  }
  return fleet;
}

Plan any_dealing(const Fleet& fleet, Submission submission) {
  std::vector<Plan> plans(fleet.devices.size(), Plan{.order = {}, .submission = submission});
  for (std::uint32_t task = 0; task < fleet.size(); ++task) {
    plans[*rc::gen::inRange<std::size_t>(0, plans.size())].order.push_back(task);
  }
  return joined(plans);
}

}  // namespace warpshop::test
