#include "tests/support/fleet_cases.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "sim/model/fleet.hpp"
#include "sim/model/instance.hpp"

namespace warpshop::test {
namespace {

constexpr std::size_t kMostDevices = 4;

double between(double low, double high) {
  return low + (high - low) * *rc::gen::inRange(0, 1'000'001) * 1e-6;
}
bool one_in(int many) {
  return *rc::gen::inRange(0, many) == 0;
}

/// Points whose bandwidths are about that alone; the time of a copy grows with its size.
std::vector<BandwidthPoint> points_around(double alone) {
  std::vector<BandwidthPoint> points;
  double size = between(1e3, 1e5);
  double bandwidth = alone * between(0.02, 0.5);
  for (int left = *rc::gen::inRange(1, 5); left > 0; --left) {
    points.push_back({Bytes{static_cast<std::int64_t>(size)}, {bandwidth}});
    const double ratio = between(2, 60);
    size *= ratio;
    bandwidth *= between(0.8, 1 + 0.9 * std::log(ratio));
  }
  return points;
}

Device any_profile(const Device& plain, const std::string& name) {
  Device device = plain;
  device.name = name;
  BusModel bus;
  for (const Direction direction : {Direction::h2d, Direction::d2h}) {
    double most = 0;
    for (const Memory memory : {Memory::pinned, Memory::pageable}) {
      TransferModel& transfer = device.transfers[index(memory)][index(direction)];
      transfer.latency = one_in(3) ? Millis{0} : Millis{between(0.001, 0.3)};
      if (!one_in(3)) {
        transfer.points = points_around(transfer.alone->value);
      }
      const double fastest =
          std::max({transfer.alone->value, transfer.mixed->value, transfer.duplex.value_or(BytesPerSecond{0}).value});
      double peak = transfer.alone->value;
      for (const BandwidthPoint& point : transfer.points) {
        peak = std::max(peak, point.bandwidth.value);
      }
      most = std::max(most, peak * fastest / transfer.alone->value);
    }
    bus.bandwidth[index(direction)] = {most * (one_in(3) ? between(0.2, 1) : between(1, 2.5))};
  }
  if (one_in(2)) {
    bus.duplex = BusDuplex{bus.bandwidth};
    for (BytesPerSecond& bandwidth : bus.duplex->bandwidth) {
      bandwidth.value *= between(0.3, 1);
    }
  }
  if (!one_in(5)) {
    device.bus = bus;
  }
  return device;
}

std::optional<CopySpec> any_copy() {
  if (one_in(5)) {
    return std::nullopt;
  }
  CopySpec copy;
  copy.memory = one_in(3) ? Memory::pageable : Memory::pinned;
  if (one_in(2)) {
    copy.amount = Bytes{static_cast<std::int64_t>(std::exp(between(std::log(1e3), std::log(3e7))))};
  } else {
    const Millis time{between(0.01, 6)};
    copy.amount = time;
    if (one_in(3)) {
      copy.latency = time * between(0, 0.9);
    }
  }
  return copy;
}

/// Gates before some of the copies out.
void hold_back_some(const std::vector<Task>& tasks, Plan& plan) {
  for (std::size_t slot = 0; slot + 1 < plan.order.size(); ++slot) {
    const std::uint32_t gate = plan.order[*rc::gen::inRange(slot + 1, plan.order.size())];
    if (one_in(4) && tasks[plan.order[slot]].d2h && tasks[gate].h2d) {
      plan.gates.push_back({.d2h = plan.order[slot], .h2d = gate});
    }
  }
}

/// Profiles without points or a bus, which the bandwidths are taken from.
const std::vector<Device>& plain_profiles() {
  static const std::vector<Device> profiles = [] {
    std::vector<Device> all(3);
    const auto set = [](Device& device, Memory memory, Direction direction, double alone, double duplex, double mixed) {
      TransferModel& transfer = device.transfers[index(memory)][index(direction)];
      transfer.alone = {alone};
      transfer.mixed = BytesPerSecond{mixed};
      if (memory == Memory::pinned) {
        transfer.duplex = BytesPerSecond{duplex};
      }
    };
    set(all[0], Memory::pinned, Direction::h2d, 3e9, 1.6e9, 2e9);
    set(all[0], Memory::pinned, Direction::d2h, 4e9, 2.5e9, 3e9);
    set(all[0], Memory::pageable, Direction::h2d, 1.5e9, 0, 1e9);
    set(all[0], Memory::pageable, Direction::d2h, 2e9, 0, 1.9e9);
    set(all[1], Memory::pinned, Direction::h2d, 11.49e9, 11.02e9, 11.33e9);
    set(all[1], Memory::pinned, Direction::d2h, 12.79e9, 11.02e9, 11.2e9);
    set(all[1], Memory::pageable, Direction::h2d, 8e9, 0, 8.28e9);
    set(all[1], Memory::pageable, Direction::d2h, 10.57e9, 0, 5.81e9);
    all[2] = all[1];
    all[2].dma_engines = 1;
    return all;
  }();
  return profiles;
}

}  // namespace

std::ostream& operator<<(std::ostream& out, const FleetCase& fleet) {
  out << resolve(fleet.workload, fleet.devices).devices.size() << " devices, order";
  for (const std::uint32_t task : fleet.plan.order) {
    out << ' ' << task;
  }
  for (const Gate& gate : fleet.plan.gates) {
    out << ", gate " << gate.d2h << ':' << gate.h2d;
  }
  return out;
}

rc::Gen<FleetCase> any_fleet_case(int most) {
  return rc::gen::exec([most] {
    FleetCase fleet;
    const std::array profiles{any_profile(*rc::gen::elementOf(plain_profiles()), "one"),
                              any_profile(*rc::gen::elementOf(plain_profiles()), "two")};
    const std::size_t devices = *rc::gen::inRange<std::size_t>(2, kMostDevices + 1);
    for (std::size_t device = 0; device < devices; ++device) {
      fleet.devices.push_back(profiles[one_in(4) ? 1 : 0]);
    }
    const int tasks = *rc::gen::inRange(1, most + 1);
    for (int number = 0; number < tasks; ++number) {
      Task task{.name = "t" + std::to_string(number), .h2d = any_copy(), .kernel = {}, .d2h = any_copy()};
      if (one_in(2) || (!task.h2d && !task.d2h)) {
        task.kernel = KernelSpec{.work = Millis{between(0.01, 4)}, .mark = {}};
      }
      task.release = one_in(3) ? Millis{between(0, 8)} : Millis{0};
      fleet.workload.tasks.push_back(std::move(task));
    }
    std::vector<Plan> plans(devices);
    for (std::uint32_t task = 0; task < fleet.workload.tasks.size(); ++task) {
      plans[*rc::gen::inRange<std::size_t>(0, devices)].order.push_back(task);
    }
    for (Plan& plan : plans) {
      hold_back_some(fleet.workload.tasks, plan);
    }
    fleet.plan = joined(plans);
    return fleet;
  });
}

}  // namespace warpshop::test
