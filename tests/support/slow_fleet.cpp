#include "tests/support/slow_fleet.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "sim/model/fleet.hpp"

namespace warpshop::test {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

/// Bytes per millisecond that a copy of so many bytes moves at when it is alone, before any bus.
double free_speed_of(double bytes, const TransferModel& transfer) {
  const auto& points = transfer.points;
  if (points.empty()) {
    return transfer.alone->value / 1e3;
  }
  if (bytes <= static_cast<double>(points.front().size.count)) {
    return points.front().bandwidth.value / 1e3;
  }
  for (std::size_t i = 1; i < points.size(); ++i) {
    const double low = std::log2(static_cast<double>(points[i - 1].size.count));
    const double high = std::log2(static_cast<double>(points[i].size.count));
    if (std::log2(bytes) < high) {
      const double part = (std::log2(bytes) - low) / (high - low);
      return ((1 - part) * points[i - 1].bandwidth.value + part * points[i].bandwidth.value) / 1e3;
    }
  }
  return points.back().bandwidth.value / 1e3;
}

/// Behind a bus that lets so many bytes through in a millisecond.
double speed_of(double bytes, const TransferModel& transfer, double bus) {
  return std::min(bus, free_speed_of(bytes, transfer));
}

/// What moves in so many milliseconds alone: the time of a copy grows with its bytes.
double bytes_in(double time, const TransferModel& transfer, double bus) {
  double few = 0;
  double many = 1;
  while (many / speed_of(many, transfer, bus) < time) {
    many *= 2;
  }
  for (int step = 0; step < 200; ++step) {
    const double middle = (few + many) / 2;
    (middle / speed_of(middle, transfer, bus) < time ? few : many) = middle;
  }
  return many;
}

/// Bytes per millisecond that the bus of a profile moves one way, alone or while something moves the other way.
double bus_speed(const Device& profile, std::size_t side, bool opposed) {
  if (!profile.bus) {
    return kNever;
  }
  const bool both_ways = opposed && profile.bus->duplex;
  return (both_ways ? profile.bus->duplex->bandwidth[side] : profile.bus->bandwidth[side]).value / 1e3;
}

/// A copy, in bytes.
struct SlowCopy {
  Memory memory{};
  double latency = 0;
  double bytes = 0;
  double speed = 0;  ///< alone, bytes per millisecond
};

/// Bytes per millisecond of copies that are long against their latency; of the largest where none is.
double speed_of_long(const TransferModel& transfer, double bus) {
  std::vector<double> speeds;
  if (transfer.alone) {
    speeds.push_back(transfer.alone->value / 1e3);
  } else if (!transfer.points.empty()) {
    speeds.push_back(transfer.points.back().bandwidth.value / 1e3);
  }
  for (const BandwidthPoint& point : transfer.points) {
    const double speed = point.bandwidth.value / 1e3;
    if (static_cast<double>(point.size.count) >= 100 * transfer.latency->count() * speed) {
      speeds.push_back(speed);
    }
  }
  return std::min(bus, *std::max_element(speeds.begin(), speeds.end()));
}

SlowCopy slow_copy(const CopySpec& spec, const TransferModel& transfer, double bus) {
  SlowCopy copy{.memory = spec.memory};
  if (const auto* size = std::get_if<Bytes>(&spec.amount)) {
    copy.latency = transfer.latency->count();
    copy.bytes = static_cast<double>(size->count);
    copy.speed = speed_of(copy.bytes, transfer, bus);
    const double together = copy.latency + copy.bytes / copy.speed;
    const double at_most = std::min(together, copy.bytes / speed_of_long(transfer, bus));
    if (at_most > copy.bytes / copy.speed) {  // what is too fast for the link began earlier, and ends when it did
      copy.latency = together - at_most;
      copy.speed = copy.bytes / at_most;
    }
  } else {
    copy.latency = spec.latency.value_or(Millis{0}).count();
    const double payload = std::get<Millis>(spec.amount).count() - copy.latency;
    const double bytes = bytes_in(payload, transfer, bus);
    copy.speed = std::min(speed_of(bytes, transfer, bus), speed_of_long(transfer, bus));
    copy.bytes = payload * copy.speed;
  }
  return copy;
}

/// What an engine (h2d, kernels, d2h) of a device does now.
struct Engine {
  std::size_t next = 0;                   ///< among `queue`
  std::vector<std::uint32_t> queue = {};  ///< tasks with that stage, in the plan's order
  double free_since = 0;
  bool busy = false;
  double waiting = 0;  ///< time left before bytes move; of a kernel all
  double bytes = 0;    ///< left
  double speed = 0;    ///< of those now
};

struct SlowDevice {
  const Device* profile = nullptr;
  std::array<Engine, 3> engines;
};

class SlowFleet {
 public:
  explicit SlowFleet(const FleetCase& fleet)
      : fleet_(fleet), ends_(fleet.workload.tasks.size(), {Millis{kNever}, Millis{kNever}, Millis{kNever}}) {
    auto task = fleet.plan.order.begin();
    for (std::size_t i = 0; i < fleet.devices.size(); ++i) {
      SlowDevice& device = devices_.emplace_back(SlowDevice{.profile = &fleet.devices[i], .engines = {}});
      for (std::uint32_t taken = 0; taken < fleet.plan.devices[i]; ++taken, ++task) {
        for (std::size_t stage = 0; stage < 3; ++stage) {
          if (has(*task, stage)) {
            device.engines[stage].queue.push_back(*task);
          }
        }
      }
    }
  }

  std::vector<std::array<Millis, 3>> run() {
    for (double left = 0; left < kNever;) {
      for (SlowDevice& device : devices_) {
        while (start_something(device)) {
        }
      }
      set_speeds();
      left = kNever;
      for (SlowDevice& device : devices_) {
        for (const Engine& engine : device.engines) {
          left = std::min(left, time_left(engine));
        }
      }
      for (const Task& task : fleet_.workload.tasks) {
        left = task.release.count() > now_ ? std::min(left, task.release.count() - now_) : left;
      }
      if (left < kNever) {
        pass(left);
      }
    }
    return ends_;
  }

 private:
  const Task& task(std::uint32_t number) const { return fleet_.workload.tasks[number]; }
  bool has(std::uint32_t number, std::size_t stage) const {
    return stage == 0   ? task(number).h2d.has_value()
           : stage == 1 ? task(number).kernel.has_value()
                        : task(number).d2h.has_value();
  }
  SlowCopy copy(const SlowDevice& device, std::size_t stage) const {
    const Engine& engine = device.engines[stage];
    const CopySpec& spec = stage == 0 ? *task(engine.queue[engine.next]).h2d : *task(engine.queue[engine.next]).d2h;
    return slow_copy(spec, device.profile->transfer(spec.memory, stage == 0 ? Direction::h2d : Direction::d2h),
                     bus_speed(*device.profile, stage / 2, false));
  }

  /// When the stage that comes next could have begun, were it not for copies that exclude it; never if it still waits.
  double ready(const SlowDevice& device, std::size_t stage) const {
    const Engine& engine = device.engines[stage];
    if (engine.busy || engine.next == engine.queue.size()) {
      return kNever;
    }
    const std::uint32_t number = engine.queue[engine.next];
    double since = std::max(task(number).release.count(), engine.free_since);
    for (std::size_t earlier = 0; earlier < stage; ++earlier) {
      since = has(number, earlier) ? std::max(since, ends_[number][earlier].count()) : since;
    }
    for (const Gate& gate : fleet_.plan.gates) {
      if (stage == 2 && gate.d2h == number) {
        since = std::max(since, ends_[gate.h2d][0].count());
      }
    }
    return since <= now_ ? since : kNever;
  }

  bool exclusive(const SlowDevice& device, std::size_t stage) const {
    return device.profile->dma_engines == 1 || copy(device, stage).memory == Memory::pageable;
  }

  bool start_something(SlowDevice& device) {
    for (const std::size_t stage : {std::size_t{1}, std::size_t{0}, std::size_t{2}}) {
      const double since = ready(device, stage);
      if (since == kNever) {
        continue;
      }
      if (stage == 1) {
        start(device.engines[1],
              std::get<Millis>(task(device.engines[1].queue[device.engines[1].next]).kernel->work).count(), 0);
        return true;
      }
      const std::size_t opposing = 2 - stage;
      if (exclusive(device, stage)) {
        if (device.engines[opposing].busy && exclusive(device, opposing)) {
          continue;
        }
        const double rival = ready(device, opposing);
        if (rival < kNever && exclusive(device, opposing) && goes_first(device, opposing, rival, stage, since)) {
          continue;
        }
      }
      const SlowCopy own = copy(device, stage);
      start(device.engines[stage], own.latency, own.bytes);
      return true;
    }
    return false;
  }

  /// Of two copies that exclude each other: the one that was ready first, then the earlier task of the plan.
  bool goes_first(const SlowDevice& device, std::size_t stage, double since, std::size_t other,
                  double other_since) const {
    if (std::abs(since - other_since) > 1e-9 * std::max(since, other_since)) {
      return since < other_since;
    }
    const auto place = [&](std::size_t of) {
      const Engine& engine = device.engines[of];
      return std::find(fleet_.plan.order.begin(), fleet_.plan.order.end(), engine.queue[engine.next]);
    };
    return place(stage) < place(other) || (place(stage) == place(other) && stage < other);
  }

  static void start(Engine& engine, double waiting, double bytes) {
    engine.busy = true;
    engine.waiting = waiting;
    engine.bytes = bytes;
  }

  static bool moves(const Engine& engine) { return engine.busy && engine.waiting == 0 && engine.bytes > 0; }

  static double time_left(const Engine& engine) {
    return !engine.busy ? kNever : engine.waiting > 0 ? engine.waiting : engine.bytes / engine.speed;
  }

  void set_speeds() {
    std::map<std::pair<std::string, std::size_t>, std::vector<Engine*>> on_bus;
    std::map<std::string, int> devices;
    for (const SlowDevice& device : devices_) {
      ++devices[device.profile->name];
    }
    for (SlowDevice& device : devices_) {
      for (const std::size_t stage : {std::size_t{0}, std::size_t{2}}) {
        Engine& engine = device.engines[stage];
        if (!moves(engine)) {
          continue;
        }
        engine.speed = copy(device, stage).speed * slowdown(device, stage);
        if (device.profile->bus && devices[device.profile->name] > 1) {
          on_bus[{device.profile->name, stage}].push_back(&engine);
        }
      }
    }
    for (auto& [bus, engines] : on_bus) {
      for (const SlowDevice& device : devices_) {
        if (device.profile->name == bus.first) {
          const bool opposed = on_bus.contains({bus.first, 2 - bus.second});
          fill(engines, bus_speed(*device.profile, bus.second / 2, opposed));
          break;
        }
      }
    }
  }

  /// Against alone, by what moves the other way.
  double slowdown(const SlowDevice& device, std::size_t stage) const {
    const std::size_t opposing = 2 - stage;
    if (!moves(device.engines[opposing])) {
      return 1;
    }
    const Memory own = copy(device, stage).memory;
    const TransferModel& transfer = device.profile->transfer(own, stage == 0 ? Direction::h2d : Direction::d2h);
    const BytesPerSecond met = own == copy(device, opposing).memory ? *transfer.duplex : *transfer.mixed;
    // one GPU behind a bus is never faster than that
    return std::min(met.value / 1e3, bus_speed(*device.profile, stage / 2, true)) /
           std::min(transfer.alone->value / 1e3, bus_speed(*device.profile, stage / 2, false));
  }

  /// Everybody's share grows alike until it has what it wants or nothing is left.
  static void fill(std::vector<Engine*> engines, double left) {
    std::map<Engine*, double> wanted;
    for (Engine* engine : engines) {
      wanted[engine] = std::exchange(engine->speed, 0);
    }
    while (!engines.empty() && left > 0) {
      double more = left / static_cast<double>(engines.size());
      for (Engine* engine : engines) {
        more = std::min(more, wanted[engine] - engine->speed);
      }
      left -= more * static_cast<double>(engines.size());
      if (left < 1e-15 * wanted.begin()->second) {
        left = 0;
      }
      for (Engine* engine : engines) {
        engine->speed += more;
      }
      std::erase_if(engines, [&](Engine* engine) { return engine->speed >= wanted[engine] * (1 - 1e-15); });
    }
  }

  void pass(double time) {
    now_ += time;
    const auto over = [&](double rest) { return rest <= 1e-12 * now_; };
    for (SlowDevice& device : devices_) {
      for (std::size_t stage = 0; stage < 3; ++stage) {
        Engine& engine = device.engines[stage];
        if (!engine.busy) {
          continue;
        }
        if (engine.waiting > 0) {
          engine.waiting = over(engine.waiting - time) ? 0 : engine.waiting - time;
        } else {
          engine.bytes =
              over((engine.bytes - time * engine.speed) / engine.speed) ? 0 : engine.bytes - time * engine.speed;
        }
        if (engine.waiting == 0 && engine.bytes == 0) {
          ends_[engine.queue[engine.next++]][stage] = Millis{now_};
          engine.busy = false;
          engine.free_since = now_;
        }
      }
    }
  }

  const FleetCase& fleet_;
  std::vector<SlowDevice> devices_;
  std::vector<std::array<Millis, 3>> ends_;
  double now_ = 0;
};

}  // namespace

std::vector<std::array<Millis, 3>> slow_ends(const FleetCase& fleet) {
  return SlowFleet(fleet).run();
}

}  // namespace warpshop::test
