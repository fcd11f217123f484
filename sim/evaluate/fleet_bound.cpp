#include "sim/evaluate/fleet_bound.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <set>
#include <vector>

#include "sim/evaluate/cost.hpp"
#include "sim/evaluate/lower_bound.hpp"
#include "sim/evaluate/objective_bound.hpp"

namespace warpshop::evaluate {
namespace {

constexpr Millis kNowhere{std::numeric_limits<double>::infinity()};

/// Of every task, the least that it takes from its release on any device.
Millis tasks_alone(const Fleet& fleet, Objective objective) {
  Costs costs(fleet.tasks(), objective);
  for (std::uint32_t task = 0; task < fleet.size(); ++task) {
    Millis least = kNowhere;
    for (const Instance& device : fleet.devices) {
      const auto times = least_times(device, device.jobs[task]);
      least = std::min(least, times[0] + times[1] + times[2]);
    }
    costs.add(task, fleet.tasks().jobs[task].release + least);
  }
  return costs.total();
}

class MakespanBound {
 public:
  explicit MakespanBound(const Fleet& fleet)
      : fleet_(fleet), busy_devices_(static_cast<double>(std::min(fleet.devices.size(), fleet.size()))) {}

  Millis bound() const {
    Millis bound = std::max(copies(Direction::h2d), copies(Direction::d2h));
    for (const Stage stage : kStages) {
      bound = std::max(bound, engine(stage));
    }
    for (const Direction direction : {Direction::h2d, Direction::d2h}) {
      bound = std::max(bound, buses(direction));
    }
    return bound;
  }

 private:
  /// Σ_j min_d work(device, task)
  template <class Work>
  Millis least_work(const Work& work) const {
    Millis sum{0};
    for (std::uint32_t task = 0; task < fleet_.size(); ++task) {
      Millis least = kNowhere;
      for (std::size_t device = 0; device < fleet_.devices.size(); ++device) {
        least = std::min(least, work(device, task));
      }
      sum += least;
    }
    return sum;
  }

  Millis engine(Stage stage) const {
    Millis head = kNowhere;
    Millis tail = kNowhere;
    const Millis work = least_work([&](std::size_t device, std::uint32_t task) {
      const Instance& instance = fleet_.devices[device];
      const Job& job = instance.jobs[task];
      const auto times = least_times(instance, job);
      if (job.has[index(stage)]) {
        Millis before = job.release;
        Millis after{0};
        for (const Stage other : kStages) {
          (other < stage ? before : after) += other == stage ? Millis{0} : times[index(other)];
        }
        head = std::min(head, before);
        tail = std::min(tail, after);
      }
      return times[index(stage)];
    });
    return head < kNowhere ? head + work / busy_devices_ + tail : Millis{0};
  }

  /// Form b; what the copies of `saver` save is what counts.
  Millis copies(Direction saver) const {
    Payloads present{};
    for (const Job& job : fleet_.tasks().jobs) {
      for (const std::size_t side : {0U, 1U}) {
        present[side][index(job.memory[side])] += job.copies[side].payload.count();
      }
    }
    std::vector<std::array<double, 2>> savings;
    for (const Instance& device : fleet_.devices) {
      savings.push_back(largest_savings(device, saver, present));
    }
    const Millis work = least_work([&](std::size_t device, std::uint32_t task) {
      const Job& job = fleet_.devices[device].jobs[task];
      const std::size_t side = index(saver);
      return (1 - savings[device][index(job.memory[side])]) * job.copies[side].payload + job.copies[1 - side].payload;
    });
    return work / busy_devices_;
  }

  Millis buses(Direction direction) const {
    std::set<std::uint32_t> buses;
    for (std::size_t device = 0; device < fleet_.devices.size(); ++device) {
      if (fleet_.seat(device) == nullptr) {
        return Millis{0};
      }
      buses.insert(fleet_.seat(device)->bus);
    }
    const std::size_t side = index(direction);
    const Millis work = least_work([&](std::size_t device, std::uint32_t task) {
      const Job& job = fleet_.devices[device].jobs[task];
      return job.copies[side].payload * fleet_.seat(device)->demand[side][index(job.memory[side])];
    });
    return work / static_cast<double>(buses.size());
  }

  const Fleet& fleet_;
  double busy_devices_;
};

}  // namespace

Millis lower_bound(const Fleet& fleet, Objective objective) {
  if (fleet.single()) {
    return lower_bound(fleet.devices.front(), objective);
  }
  const Millis alone = tasks_alone(fleet, objective);
  return objective == Objective::makespan ? std::max(alone, MakespanBound(fleet).bound()) : alone;
}

}  // namespace warpshop::evaluate
