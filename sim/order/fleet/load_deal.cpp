#include "sim/order/fleet/load_deal.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

#include "sim/evaluate/bounds/machines.hpp"
#include "sim/order/fleet/connected_tasks.hpp"
#include "sim/order/ranking.hpp"
#include "sim/order/search_budget.hpp"

namespace warpshop::order {
namespace {

/// What making the largest load smaller may cost: one for every change that is looked at, and for every group of a
/// device that gets other ones.
constexpr std::int64_t kSpentOnChanges = 500'000;

/// No group.
constexpr std::size_t kNothing = std::numeric_limits<std::size_t>::max();

evaluate::Load group_work(const Instance& device, const Order& group) {
  evaluate::Load work;
  for (const std::uint32_t task : group) {
    work.add(evaluate::load_of(device, device.jobs[task]));
  }
  return work;
}

evaluate::Load sum(evaluate::Load work, const evaluate::Load& more) {
  work.add(more);
  return work;
}

class LoadDealer {
 public:
  LoadDealer(const Fleet& fleet, const Budget& budget)
      : fleet_(fleet),
        groups_(connected_tasks(fleet.tasks())),
        hands_(fleet.devices.size()),
        budget_(budget, kSpentOnChanges) {}

  std::vector<Order> deal() {
    deal_longest_first();
    for (std::size_t device = 0; device < hands_.size(); ++device) {
      look_at(device);
    }
    while (improve()) {
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
    evaluate::Load work;
    Millis load{0};
    std::vector<evaluate::Load> without;  ///< each of the groups; not kept up while tasks are first dealt
  };

  evaluate::Load work_on(std::size_t device, std::size_t group) const {
    return group_work(fleet_.devices[device], groups_[group]);
  }
  Millis load_on(std::size_t device, const evaluate::Load& work) const { return work.bound(fleet_.devices[device]); }

  void deal_longest_first() {
    std::vector<Millis> totals;
    for (std::size_t group = 0; group < groups_.size(); ++group) {
      Millis total{0};
      for (std::size_t device = 0; device < hands_.size(); ++device) {
        total += work_on(device, group).total;
      }
      totals.push_back(total);
    }
    for (const std::uint32_t group : by_decreasing(totals)) {
      std::size_t best = 0;
      evaluate::Load least = sum(hands_[0].work, work_on(0, group));
      Millis least_load = load_on(0, least);
      for (std::size_t device = 1; device < hands_.size(); ++device) {
        const evaluate::Load work = sum(hands_[device].work, work_on(device, group));
        const Millis load = load_on(device, work);
        const bool ties = tied(load, least_load);
        if (ties ? clearly_less(work.total, least.total) : load < least_load) {
          best = device;
          least = work;
          least_load = load;
        }
      }
      hands_[best].groups.push_back(group);
      hands_[best].work = least;
      hands_[best].load = least_load;
    }
  }

  /// Works out what is known of a device from the groups it has.
  void look_at(std::size_t device) {
    Hand& hand = hands_[device];
    const std::size_t count = hand.groups.size();
    budget_.spend(static_cast<std::int64_t>(count));
    std::vector<evaluate::Load> works(count);
    std::transform(hand.groups.begin(), hand.groups.end(), works.begin(),
                   [&](std::size_t group) { return work_on(device, group); });
    hand.without.assign(count, {});
    evaluate::Load before;
    for (std::size_t i = 0; i < count; ++i) {
      hand.without[i] = before;
      before.add(works[i]);
    }
    evaluate::Load after;
    for (std::size_t i = count; i-- > 0;) {
      hand.without[i].add(after);
      after.add(works[i]);
    }
    hand.work = before;
    hand.load = load_on(device, before);
  }

  /// Makes the largest load smaller by the first change found that does; whether there was one.
  bool improve() {
    const auto largest =
        std::max_element(hands_.begin(), hands_.end(), [](const Hand& a, const Hand& b) { return a.load < b.load; });
    const auto from = static_cast<std::size_t>(largest - hands_.begin());
    for (std::size_t to = 0; to < hands_.size(); ++to) {
      if (to != from && change(from, to)) {
        return true;
      }
    }
    return false;
  }

  /// A group of `from` goes to `to`, and another one back or none, the first of these changes for which the larger load
  /// of the two is less; whether there was one.
  bool change(std::size_t from, std::size_t to) {
    const Hand& giver = hands_[from];
    const Hand& receiver = hands_[to];
    const Millis now = giver.load;
    std::vector<evaluate::Load> returned_works;  // on `from`
    for (const std::size_t group : receiver.groups) {
      returned_works.push_back(work_on(from, group));
    }
    for (std::size_t given = 0; given < giver.groups.size(); ++given) {
      const evaluate::Load given_work = work_on(to, giver.groups[given]);
      const auto helps = [&](const evaluate::Load& left, const evaluate::Load& returned) {
        return clearly_less(load_on(to, sum(left, given_work)), now) &&
               clearly_less(load_on(from, sum(giver.without[given], returned)), now);
      };
      if (!budget_.spend()) {
        return false;
      }
      if (helps(receiver.work, {})) {
        exchange(from, given, to, kNothing);
        return true;
      }
      for (std::size_t returned = 0; returned < receiver.groups.size() && budget_.spend(); ++returned) {
        if (helps(receiver.without[returned], returned_works[returned])) {
          exchange(from, given, to, returned);
          return true;
        }
      }
    }
    return false;
  }

  void exchange(std::size_t from, std::size_t given, std::size_t to, std::size_t returned) {
    std::vector<std::size_t>& own = hands_[from].groups;
    std::vector<std::size_t>& others = hands_[to].groups;
    if (returned != kNothing) {
      std::swap(own[given], others[returned]);
    } else {
      others.push_back(own[given]);
      own.erase(own.begin() + static_cast<std::ptrdiff_t>(given));
    }
    look_at(from);
    look_at(to);
  }

  const Fleet& fleet_;
  std::vector<Order> groups_;
  std::vector<Hand> hands_;
  SearchBudget budget_;
};

}  // namespace

std::vector<Order> deal_by_load(const Fleet& fleet, const Budget& budget) {
  return LoadDealer(fleet, budget).deal();
}

}  // namespace warpshop::order
