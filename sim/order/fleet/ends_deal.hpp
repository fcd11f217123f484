#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "sim/model/fleet.hpp"
#include "sim/model/objective.hpp"
#include "sim/model/plan.hpp"
#include "sim/order/fleet/task_groups.hpp"
#include "sim/order/search_budget.hpp"

namespace warpshop::order {

/// A deal with a sequence of tasks for each device that is better the earlier they end, one by one; see
/// deal_by_sequences(). Groups are the connected tasks, by position in `groups`.
class EndsDeal {
 public:
  /// Keeps references to all but the sequences, which hold every task once and keep precedence. Spends one from the
  /// budget for every task that is simulated.
  EndsDeal(const Fleet& fleet, Objective objective, std::span<const Order> groups, std::vector<Order> sequences,
           SearchBudget& budget);

  std::size_t device_of(std::size_t group) const { return device_of_[group]; }
  /// By device, in input order.
  std::vector<Order> parts() const;
  bool better_than(const EndsDeal& other) const;

  /// Groups `given` of `from` go to `to`, and `returned` of that one back, each task where its end puts it, one alone
  /// so many places behind that; undone unless it is better. Whether it was.
  bool exchange(std::size_t from, const Groups& given, std::size_t to, const Groups& returned, int shift = 0);
  /// A group of one task goes so many places back in its sequence, likewise.
  bool shift(std::size_t group, int places);
  /// At most so many groups of one task of a device, those whose ends are nearest to the group's.
  std::vector<std::size_t> near(std::size_t group, std::size_t device, std::size_t most) const;

 private:
  /// What a device has.
  struct DeviceSequence {
    Order sequence;
    std::vector<Millis> ends;   ///< by position
    std::vector<double> costs;  ///< of its tasks, the largest first, in milliseconds; of weighted completion the sum
  };

  DeviceSequence sequenced(std::size_t device, Order sequence);
  std::pair<Order, Order> parted(const Order& sequence, const Groups& groups) const;
  void merge(Order& sequence, const Order& coming, int shift) const;
  /// Of tasks that are the same on both sides.
  bool less(std::span<const DeviceSequence* const> some, std::span<const DeviceSequence* const> others) const;
  void take(std::size_t device, DeviceSequence own);

  const Fleet* fleet_;
  Objective objective_;
  std::span<const Order> groups_;
  SearchBudget* budget_;
  std::vector<std::size_t> group_of_;    ///< by task
  std::vector<std::size_t> device_of_;   ///< by group
  std::vector<Millis> end_of_;           ///< by task
  std::vector<DeviceSequence> devices_;  ///< by device
};

}  // namespace warpshop::order
