#include "sim/evaluate/fleet_evaluate.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "sim/evaluate/cost.hpp"
#include "sim/evaluate/evaluate.hpp"
#include "sim/evaluate/events/device_simulation.hpp"
#include "sim/evaluate/events/interval_recorder.hpp"
#include "sim/evaluate/rates/copy_rates.hpp"

namespace warpshop::evaluate {
namespace {

/// All devices in lock step: who shares a bus changes at the events of any of them.
class BusSimulation {
 public:
  BusSimulation(const Fleet& fleet, const std::vector<Plan>& plans) : fleet_(fleet), plans_(plans) {
    for (std::size_t device = 0; device < plans.size(); ++device) {
      const Plan& plan = plans[device];
      IntervalRecorder& recorder = recorders_.emplace_back(plan.order.size());
      devices_.emplace_back(fleet.devices[device], plan.order, plan.submission, Waits(plan), recorder);
    }
  }

  Timeline run() {
    for (Device& device : devices_) {
      device.begin();
    }
    share_buses(0);
    for (double now = next_event(); now < kNever; now = next_event()) {
      for (Device& device : devices_) {
        if (device.next_event() <= now) {
          device.advance(now);
        }
      }
      share_buses(now);
    }
    std::vector<Timeline> timelines;
    for (std::size_t device = 0; device < devices_.size(); ++device) {
      assert(devices_[device].done());
      timelines.push_back(recorders_[device].timeline(fleet_.devices[device], plans_[device], devices_[device].end()));
    }
    return merged(std::move(timelines));
  }

 private:
  using Device = DeviceSimulation<IntervalRecorder, Speeds::shared>;

  double next_event() const {
    double next = kNever;
    for (const Device& device : devices_) {
      next = std::min(next, device.next_event());
    }
    return next;
  }

  void share_buses(double now) {
    payloads_.clear();
    first_.assign(1, 0);
    for (std::size_t device = 0; device < devices_.size(); ++device) {
      const BusPort* port = fleet_.port(device);
      devices_[device].add_moving(
          [port](std::uint32_t task, Direction direction) {
            return port != nullptr ? port->demand[task][index(direction)] : 1;
          },
          payloads_);
      first_.push_back(payloads_.size());
      set_copy_rates(fleet_.devices[device].rates, {1, 1}, payloads_of(device));
    }
    buses_.assign(devices_.size(), {});
    for (std::size_t device = 0; device < devices_.size(); ++device) {
      if (const BusPort* port = fleet_.port(device)) {
        Bus& bus = buses_[port->bus];
        bus.duplex = port->duplex;
        for (MovingPayload& payload : payloads_of(device)) {
          bus.payloads.push_back(&payload);
        }
      }
    }
    for (const Bus& bus : buses_) {
      share_bus(bus.duplex, bus.payloads);
    }
    for (std::size_t device = 0; device < devices_.size(); ++device) {
      devices_[device].set_speeds(payloads_of(device), now);
    }
  }

  std::span<MovingPayload> payloads_of(std::size_t device) {
    return std::span(payloads_).subspan(first_[device], first_[device + 1] - first_[device]);
  }

  struct Bus {
    std::array<double, 2> duplex{1, 1};
    std::vector<MovingPayload*> payloads;
  };

  const Fleet& fleet_;
  const std::vector<Plan>& plans_;
  std::deque<IntervalRecorder> recorders_;
  std::deque<Device> devices_;
  std::vector<MovingPayload> payloads_;  ///< that move now, by device
  std::vector<std::size_t> first_;       ///< by device: its first of them; then their number
  std::vector<Bus> buses_;               ///< by BusPort::bus, which is below the number of devices
};

}  // namespace

bool on_a_bus(const Fleet& fleet) {
  return std::any_of(fleet.ports.begin(), fleet.ports.end(), [](const auto& port) { return port.has_value(); });
}

Millis makespan(const Fleet& fleet, const Plan& plan) {
  if (on_a_bus(fleet)) {
    return timeline(fleet, plan).makespan;
  }
  const std::vector<Plan> plans = device_plans(plan);
  assert(plans.size() == fleet.devices.size());
  Millis makespan{0};
  for (std::size_t device = 0; device < plans.size(); ++device) {
    makespan = std::max(makespan, evaluate::makespan(fleet.devices[device], plans[device]));
  }
  return makespan;
}

Millis cost(const Fleet& fleet, const Plan& plan, Objective objective) {
  return objective == Objective::makespan ? makespan(fleet, plan)
                                          : cost(fleet.tasks(), timeline(fleet, plan), objective);
}

Timeline timeline(const Fleet& fleet, const Plan& plan) {
  const std::vector<Plan> plans = device_plans(plan);
  assert(plans.size() == fleet.devices.size());
  if (on_a_bus(fleet)) {
    return BusSimulation(fleet, plans).run();
  }
  std::vector<Timeline> timelines;
  for (std::size_t device = 0; device < plans.size(); ++device) {
    timelines.push_back(timeline(fleet.devices[device], plans[device]));
  }
  return merged(std::move(timelines));
}

}  // namespace warpshop::evaluate
