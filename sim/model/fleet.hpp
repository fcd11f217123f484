#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/model/device.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/plan.hpp"
#include "sim/model/timeline.hpp"
#include "sim/model/workload.hpp"

namespace warpshop {

/// What the payloads of a device ask of the host bus that it shares.
struct BusPort {
  std::uint32_t bus = 0;  ///< which one; devices with the same number share
  /// By task: bandwidth of its payload at rate 1, which its size decides, relative to that of the bus: [Direction];
  /// 0 < x ≤ 1, and 0 for a copy that the task does not have.
  std::vector<std::array<double, 2>> demand = {};
  /// Bandwidth of the bus while any payload moves the other way, relative to that while none does: [Direction]; 0 < x ≤
  /// 1.
  std::array<double, 2> duplex{1, 1};
  friend bool operator==(const BusPort&, const BusPort&) = default;
};

/// The same tasks resolved on several devices: FFc of S5 table 3.3.
struct Fleet {
  std::vector<Instance> devices;                   ///< at least one
  std::vector<std::string> names = {};             ///< of the devices, all different
  std::vector<std::optional<BusPort>> ports = {};  ///< by device, where it shares a bus; empty: none does

  bool single() const { return devices.size() == 1; }
  /// Number of tasks.
  std::size_t size() const { return devices.front().size(); }
  /// Weights, due dates and precedence: the same on every device.
  const Instance& tasks() const { return devices.front(); }
  const BusPort* port(std::size_t device) const {
    return device < ports.size() && ports[device] ? &*ports[device] : nullptr;
  }
};

/// Resolves the workload on every device; see resolve() for what it throws. A device is called after its profile, with
/// its number where there are several of that profile: `titanx#1`, `titanx#2`. Several devices of a profile with a bus
/// share one.
Fleet resolve(const Workload& workload, std::span<const Device> devices);

/// The plan of each device: its part of the order, its rounds, its gates. The plan itself if it is for one device.
std::vector<Plan> device_plans(const Plan& plan);

/// One plan of the plans of several devices, submitted alike: the reverse.
Plan joined(std::span<const Plan> plans);

/// One timeline of those of several devices, which start together.
Timeline merged(std::vector<Timeline> timelines);

}  // namespace warpshop
