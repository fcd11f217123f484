#include "sim/evaluate/bounds/fleet_bound.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <set>
#include <vector>

#include "sim/evaluate/bounds/lower_bound.hpp"
#include "sim/evaluate/bounds/machines.hpp"
#include "sim/evaluate/cost.hpp"
#include "sim/model/split.hpp"

namespace warpshop::evaluate {
namespace {

constexpr Millis kNowhere{std::numeric_limits<double>::infinity()};

/// The tasks in groups that are dealt as a whole.
struct Groups {
  std::vector<Order> tasks;       ///< by group
  std::vector<std::uint32_t> of;  ///< by task: its group
};

Groups groups_of(const Instance& instance) {
  Groups groups{.tasks = connected_tasks(instance), .of = std::vector<std::uint32_t>(instance.size())};
  for (std::uint32_t group = 0; group < groups.tasks.size(); ++group) {
    for (const std::uint32_t task : groups.tasks[group]) {
      groups.of[task] = group;
    }
  }
  return groups;
}

/// Of every task by itself, the least that it takes from its release on any device.
Millis tasks_alone(const Fleet& fleet, Objective objective) {
  Costs costs(fleet.tasks(), objective);
  for (std::uint32_t task = 0; task < fleet.size(); ++task) {
    Millis least = kNowhere;
    for (const Instance& device : fleet.devices) {
      least = std::min(least, load_of(device, device.jobs[task]).total);
    }
    costs.add(task, fleet.tasks().jobs[task].release + least);
  }
  return costs.total();
}

/// Of every group by itself, the least that it costs on any device.
Millis groups_alone(const Fleet& fleet, const Groups& groups, Objective objective, Machines count) {
  if (fleet.tasks().precedence.empty()) {
    return tasks_alone(fleet, objective);
  }
  std::vector<Millis> least(groups.tasks.size(), kNowhere);
  for (const Instance& device : fleet.devices) {
    const std::vector<Instance> parts = in_groups(device, groups.tasks);
    for (std::size_t group = 0; group < parts.size(); ++group) {
      least[group] = std::min(least[group], lower_bound(beside_others(parts[group]), objective, count));
    }
  }
  Millis total = cost_of_none(objective);
  for (const Millis cost : least) {
    total = cost_together(objective, total, cost);
  }
  return total;
}

class MakespanBound {
 public:
  MakespanBound(const Fleet& fleet, const Groups& groups) : fleet_(fleet), groups_(groups) {}

  Millis bound(Machines count) const {
    Millis bound = std::max(copies(Direction::h2d), copies(Direction::d2h));
    for (const Stage stage : kStages) {
      bound = count[index(stage)] ? std::max(bound, engine(stage)) : bound;
    }
    for (const Direction direction : {Direction::h2d, Direction::d2h}) {
      bound = std::max(bound, buses(direction));
    }
    return bound;
  }

 private:
  /// By group: min_d Σ work(device, task)
  template <class Work>
  std::vector<Millis> least_works(const Work& work) const {
    std::vector<Millis> least(groups_.tasks.size(), kNowhere);
    std::vector<Millis> works(groups_.tasks.size());
    for (std::size_t device = 0; device < fleet_.devices.size(); ++device) {
      std::fill(works.begin(), works.end(), Millis{0});
      for (std::uint32_t task = 0; task < fleet_.size(); ++task) {
        works[groups_.of[task]] += work(device, task);
      }
      std::transform(least.begin(), least.end(), works.begin(), least.begin(),
                     [](Millis a, Millis b) { return std::min(a, b); });
    }
    return least;
  }

  Millis engine(Stage stage) const {
    Machine any;  // what comes before and after its visits on any device
    const std::vector<Millis> works = least_works([&](std::size_t device, std::uint32_t task) {
      const Job& job = fleet_.devices[device].jobs[task];
      const Visit visit = visits(fleet_.devices[device], job)[index(stage)];
      if (!job.occupies(stage)) {
        return Millis{0};
      }
      any.add(visit);
      return visit.work;
    });
    any.work = dealt_whole(works, fleet_.devices.size());
    return any.bound();
  }

  /// Form b; what the copies of `saver` save is what counts.
  Millis copies(Direction saver) const {
    const Payloads present = payloads_of(fleet_.tasks());
    std::vector<std::array<double, 2>> savings;
    for (const Instance& device : fleet_.devices) {
      savings.push_back(largest_savings(device, saver, present));
    }
    const auto work = [&](std::size_t device, std::uint32_t task) {
      const Job& job = fleet_.devices[device].jobs[task];
      const std::size_t side = index(saver);
      return (1 - savings[device][index(job.memory[side])]) * job.copies[side].payload + job.copies[1 - side].payload;
    };
    return dealt_whole(least_works(work), fleet_.devices.size());
  }

  Millis buses(Direction direction) const {
    std::set<std::uint32_t> buses;
    for (std::size_t device = 0; device < fleet_.devices.size(); ++device) {
      if (fleet_.port(device) == nullptr) {
        return Millis{0};
      }
      buses.insert(fleet_.port(device)->bus);
    }
    const std::size_t side = index(direction);
    const auto work = [&](std::size_t device, std::uint32_t task) {
      return fleet_.devices[device].jobs[task].copies[side].payload * fleet_.port(device)->demand[task][side];
    };
    return dealt_whole(least_works(work), buses.size());
  }

  const Fleet& fleet_;
  const Groups& groups_;
};

}  // namespace

Millis dealt_whole(std::vector<Millis> works, std::size_t devices) {
  if (works.empty()) {
    return Millis{0};
  }
  std::sort(works.begin(), works.end(), std::greater<>());
  std::vector<Millis> sums{Millis{0}};  // of the largest so many
  Millis below_zero{0};
  sums.reserve(works.size() + 1);
  for (const Millis work : works) {
    sums.push_back(sums.back() + work);
    below_zero += std::min(work, Millis{0});
  }
  devices = std::min(devices, works.size());
  Millis most = sums.back() / static_cast<double>(devices);
  for (std::size_t share = 0; share * devices < works.size(); ++share) {
    const std::size_t largest = share * devices + 1;
    most = std::max(most, sums[largest] - sums[largest - share - 1] + below_zero);
  }
  return most;
}

Millis lower_bound(const Fleet& fleet, Objective objective, Machines count) {
  if (fleet.single()) {
    return lower_bound(fleet.devices.front(), objective, count);
  }
  const Groups groups = groups_of(fleet.tasks());
  const Millis alone = groups_alone(fleet, groups, objective, count);
  return objective == Objective::makespan ? std::max(alone, MakespanBound(fleet, groups).bound(count)) : alone;
}

}  // namespace warpshop::evaluate
