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
constexpr std::int64_t kBudget = 5'000'000;

/// No unit.
constexpr std::size_t kNothing = std::numeric_limits<std::size_t>::max();

DeviceWork unit_work(const Instance& device, const Order& unit) {
  DeviceWork work;
  for (const std::uint32_t task : unit) {
    work.add(work_of(device, task));
  }
  return work;
}

class LoadDealer {
 public:
  explicit LoadDealer(const Fleet& fleet)
      : fleet_(fleet), units_(connected_tasks(fleet.tasks())), hands_(fleet.devices.size()) {}

  std::vector<Order> deal() {
    deal_longest_first();
    while (spent_ < kBudget && improve()) {
    }
    std::vector<Order> parts;
    for (const Hand& hand : hands_) {
      Order& part = parts.emplace_back();
      for (const std::size_t unit : hand.units) {
        part.insert(part.end(), units_[unit].begin(), units_[unit].end());
      }
      std::sort(part.begin(), part.end());
    }
    return parts;
  }

 private:
  /// What a device has.
  struct Hand {
    std::vector<std::size_t> units;
    DeviceWork work;
    Millis load{0};
  };
  /// How it would be with one unit more, one less, or both; kNothing: none.
  struct Trial {
    DeviceWork work;
    Millis load{0};
  };

  Trial with(std::size_t device, std::size_t more, std::size_t less) {
    const Instance& instance = fleet_.devices[device];
    const Hand& hand = hands_[device];
    Trial trial{.work = less == kNothing ? hand.work : DeviceWork{}};
    for (std::size_t i = 0; less != kNothing && i < hand.units.size(); ++i) {
      if (hand.units[i] != less) {
        trial.work.add(unit_work(instance, units_[hand.units[i]]));
        ++spent_;
      }
    }
    if (more != kNothing) {
      trial.work.add(unit_work(instance, units_[more]));
    }
    trial.load = trial.work.load(instance);
    return trial;
  }

  void deal_longest_first() {
    std::vector<Millis> totals;
    for (const Order& unit : units_) {
      Millis total{0};
      for (const Instance& device : fleet_.devices) {
        total += unit_work(device, unit).total;
      }
      totals.push_back(total);
    }
    for (const std::uint32_t unit : by_decreasing(totals)) {
      std::size_t best = 0;
      Trial least = with(0, unit, kNothing);
      for (std::size_t device = 1; device < hands_.size(); ++device) {
        Trial trial = with(device, unit, kNothing);
        const bool ties = tied(trial.load, least.load);
        if (ties ? clearly_less(trial.work.total, least.work.total) : trial.load < least.load) {
          best = device;
          least = trial;
        }
      }
      hands_[best].units.push_back(unit);
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
      for (std::size_t given = 0; to != from && given < hands_[from].units.size() && spent_ < kBudget; ++given) {
        if (change(from, given, to, kNothing)) {
          return true;
        }
        for (std::size_t returned = 0; returned < hands_[to].units.size() && spent_ < kBudget; ++returned) {
          if (change(from, given, to, returned)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /// A unit of `from` goes to `to`, and another one back unless `returned` is kNothing; undone if that is no better.
  bool change(std::size_t from, std::size_t given, std::size_t to, std::size_t returned) {
    ++spent_;
    const std::size_t out = hands_[from].units[given];
    const std::size_t back = returned == kNothing ? kNothing : hands_[to].units[returned];
    const Trial receiver = with(to, out, back);
    const Trial giver = with(from, back, out);
    if (!clearly_less(std::max(receiver.load, giver.load), hands_[from].load)) {
      return false;
    }
    take(to, receiver);
    take(from, giver);
    if (returned != kNothing) {
      std::swap(hands_[from].units[given], hands_[to].units[returned]);
    } else {
      hands_[to].units.push_back(out);
      hands_[from].units.erase(hands_[from].units.begin() + static_cast<std::ptrdiff_t>(given));
    }
    return true;
  }

  const Fleet& fleet_;
  std::vector<Order> units_;
  std::vector<Hand> hands_;
  std::int64_t spent_ = 0;
};

}  // namespace

std::vector<Order> deal_by_load(const Fleet& fleet) {
  return LoadDealer(fleet).deal();
}

}  // namespace warpshop::order
