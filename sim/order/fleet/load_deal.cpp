#include "sim/order/fleet/load_deal.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "sim/evaluate/bounds/machines.hpp"
#include "sim/order/fleet/deal_search.hpp"
#include "sim/order/fleet/task_groups.hpp"
#include "sim/order/ranking.hpp"
#include "sim/order/search_budget.hpp"

namespace warpshop::order {
namespace {

using evaluate::Load;

/// What making the largest load smaller may cost: one for every exchange that is looked at, and for every group of a
/// device that gets other ones.
constexpr std::int64_t kSpentOnLoads = 500'000;

Load sum(Load load, const Load& more) {
  load.add(more);
  return load;
}

/// A deal that is better the less its largest load.
class LoadDeal {
 public:
  static constexpr bool kMovesFirst = true;

  LoadDeal(const Fleet& fleet, SearchBudget& budget)
      : fleet_(fleet), budget_(budget), groups_(connected_tasks(fleet.tasks())), devices_(fleet.devices.size()) {
    deal_longest_first();
    for (std::size_t device = 0; device < devices_.size(); ++device) {
      measure(device);
    }
  }

  bool open() const { return true; }
  std::size_t groups(std::size_t device) const { return devices_[device].groups.size(); }
  /// The one of the largest load.
  Order givers() const {
    const auto less = [](const Device& a, const Device& b) { return a.bound < b.bound; };
    return {static_cast<std::uint32_t>(std::max_element(devices_.begin(), devices_.end(), less) - devices_.begin())};
  }
  bool exchange(std::size_t from, std::size_t given, std::size_t to, std::size_t returned) {
    budget_.spend();
    Device& giver = devices_[from];
    Device& receiver = devices_[to];
    const bool back = returned < receiver.groups.size();
    const Load& left = back ? receiver.without[returned] : receiver.load;
    const Load& kept = giver.without[given];
    if (!clearly_less(bound(to, sum(left, load_on(to, giver.groups[given]))), giver.bound) ||
        !clearly_less(bound(from, back ? sum(kept, load_on(from, receiver.groups[returned])) : kept), giver.bound)) {
      return false;
    }
    exchange_groups(giver.groups, given, receiver.groups, returned);
    measure(from);
    measure(to);
    return true;
  }

  std::vector<Order> parts() const { return tasks_by_device(groups_, devices_); }

 private:
  /// What a device has.
  struct Device {
    Groups groups;
    Load load;
    Millis bound{0};            ///< of the load
    std::vector<Load> without;  ///< each of the groups
  };

  Millis bound(std::size_t device, const Load& load) const { return load.bound(fleet_.devices[device]); }
  Load load_on(std::size_t device, std::size_t group) const {
    Load load;
    for (const std::uint32_t task : groups_[group]) {
      load.add(evaluate::load_of(fleet_.devices[device], fleet_.devices[device].jobs[task]));
    }
    return load;
  }

  /// LPT: to the device whose load is then least, of equal ones to that with the least work in all.
  void deal_longest_first() {
    std::vector<Millis> totals;
    for (std::size_t group = 0; group < groups_.size(); ++group) {
      Millis total{0};
      for (std::size_t device = 0; device < devices_.size(); ++device) {
        total += load_on(device, group).total;
      }
      totals.push_back(total);
    }
    for (const std::uint32_t group : by_decreasing(totals)) {
      std::size_t best = 0;
      Load least = sum(devices_[0].load, load_on(0, group));
      Millis least_bound = bound(0, least);
      for (std::size_t device = 1; device < devices_.size(); ++device) {
        const Load load = sum(devices_[device].load, load_on(device, group));
        const Millis own_bound = bound(device, load);
        if (tied(own_bound, least_bound) ? clearly_less(load.total, least.total) : own_bound < least_bound) {
          best = device;
          least = load;
          least_bound = own_bound;
        }
      }
      devices_[best].groups.push_back(group);
      devices_[best].load = least;
    }
  }

  /// What follows from the groups that a device has.
  void measure(std::size_t device) {
    auto& [groups, load, bound_of_load, without] = devices_[device];
    budget_.spend(static_cast<std::int64_t>(groups.size()));
    std::vector<Load> loads;
    for (const std::size_t group : groups) {
      loads.push_back(load_on(device, group));
    }
    without.assign(groups.size(), {});
    load = {};
    for (std::size_t i = 0; i < groups.size(); ++i) {
      without[i] = load;
      load.add(loads[i]);
    }
    Load behind;
    for (std::size_t i = groups.size(); i-- > 0;) {
      without[i].add(behind);
      behind.add(loads[i]);
    }
    bound_of_load = bound(device, load);
  }

  const Fleet& fleet_;
  SearchBudget& budget_;
  std::vector<Order> groups_;
  std::vector<Device> devices_;
};

}  // namespace

std::vector<Order> deal_by_load(const Fleet& fleet, const Budget& limit) {
  SearchBudget budget(limit, kSpentOnLoads);
  LoadDeal deal(fleet, budget);
  improve(deal, fleet.devices.size(), budget);
  return deal.parts();
}

}  // namespace warpshop::order
