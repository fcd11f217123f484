#include "sim/order/fleet/load_deal.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

#include "sim/order/fleet/connected_tasks.hpp"
#include "sim/order/fleet/device_work.hpp"
#include "sim/order/ranking.hpp"

namespace warpshop::order {
namespace {

/// How often a task may be looked at to make the largest load smaller.
constexpr std::int64_t kTasksLookedAt = 5'000'000;

/// No group.
constexpr std::size_t kNothing = std::numeric_limits<std::size_t>::max();

DeviceWork group_work(const Instance& device, const Order& group) {
  DeviceWork work;
  for (const std::uint32_t task : group) {
    work.add(work_of(device, task));
  }
  return work;
}

class LoadDealer {
 public:
  explicit LoadDealer(const Fleet& fleet)
      : fleet_(fleet), groups_(connected_tasks(fleet.tasks())), hands_(fleet.devices.size()) {}

  std::vector<Order> deal() {
    deal_longest_first();
    spent_ = 0;
    while (spent_ < kTasksLookedAt && improve()) {
    }
    std::vector<Order> parts;
    for (const Hand& hand : hands_) {
      parts.push_back(tasks_of(groups_, hand.groups));
    }
    return parts;
  }

 private:
  /// What a device has.
  struct Hand {
    std::vector<std::size_t> groups;
    DeviceWork work;
    Millis load{0};
  };
  /// How it would be with one group more, one less, or both; kNothing: none.
  struct Trial {
    DeviceWork work;
    Millis load{0};
  };

  Trial with(std::size_t device, std::size_t more, std::size_t less) {
    const Instance& instance = fleet_.devices[device];
    const Hand& hand = hands_[device];
    Trial trial{.work = less == kNothing ? hand.work : DeviceWork{}};
    for (std::size_t i = 0; less != kNothing && i < hand.groups.size(); ++i) {
      if (hand.groups[i] != less) {
        trial.work.add(group_work(instance, groups_[hand.groups[i]]));
        spent_ += static_cast<std::int64_t>(groups_[hand.groups[i]].size());
      }
    }
    if (more != kNothing) {
      trial.work.add(group_work(instance, groups_[more]));
      spent_ += static_cast<std::int64_t>(groups_[more].size());
    }
    trial.load = trial.work.load(instance);
    return trial;
  }

  void deal_longest_first() {
    std::vector<Millis> totals;
    for (const Order& group : groups_) {
      Millis total{0};
      for (const Instance& device : fleet_.devices) {
        total += group_work(device, group).total;
      }
      totals.push_back(total);
    }
    for (const std::uint32_t group : by_decreasing(totals)) {
      std::size_t best = 0;
      Trial least = with(0, group, kNothing);
      for (std::size_t device = 1; device < hands_.size(); ++device) {
        Trial trial = with(device, group, kNothing);
        const bool ties = tied(trial.load, least.load);
        if (ties ? clearly_less(trial.work.total, least.work.total) : trial.load < least.load) {
          best = device;
          least = trial;
        }
      }
      hands_[best].groups.push_back(group);
      take(best, least);
    }
  }

  void take(std::size_t device, const Trial& trial) {
    hands_[device].work = trial.work;
    hands_[device].load = trial.load;
  }

  /// Makes the largest load smaller by the first change found that does; whether there was one.
  bool improve() {
    const auto largest =
        std::max_element(hands_.begin(), hands_.end(), [](const Hand& a, const Hand& b) { return a.load < b.load; });
    const auto from = static_cast<std::size_t>(largest - hands_.begin());
    for (std::size_t to = 0; to < hands_.size(); ++to) {
      for (std::size_t given = 0; to != from && given < hands_[from].groups.size() && spent_ < kTasksLookedAt;
           ++given) {
        if (change(from, given, to, kNothing)) {
          return true;
        }
        for (std::size_t returned = 0; returned < hands_[to].groups.size() && spent_ < kTasksLookedAt; ++returned) {
          if (change(from, given, to, returned)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /// A group of `from` goes to `to`, and another one back unless `returned` is kNothing; undone if that is no better.
  bool change(std::size_t from, std::size_t given, std::size_t to, std::size_t returned) {
    ++spent_;
    const std::size_t out = hands_[from].groups[given];
    const std::size_t back = returned == kNothing ? kNothing : hands_[to].groups[returned];
    const Trial receiver = with(to, out, back);
    const Trial giver = with(from, back, out);
    if (!clearly_less(std::max(receiver.load, giver.load), hands_[from].load)) {
      return false;
    }
    take(to, receiver);
    take(from, giver);
    if (returned != kNothing) {
      std::swap(hands_[from].groups[given], hands_[to].groups[returned]);
    } else {
      hands_[to].groups.push_back(out);
      hands_[from].groups.erase(hands_[from].groups.begin() + static_cast<std::ptrdiff_t>(given));
    }
    return true;
  }

  const Fleet& fleet_;
  std::vector<Order> groups_;
  std::vector<Hand> hands_;
  std::int64_t spent_ = 0;
};

}  // namespace

std::vector<Order> deal_by_load(const Fleet& fleet) {
  return LoadDealer(fleet).deal();
}

}  // namespace warpshop::order
