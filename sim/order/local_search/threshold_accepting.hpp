#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "sim/model/instance.hpp"
#include "sim/model/plan.hpp"
#include "sim/order/policies.hpp"
#include "sim/order/slot_orders.hpp"

namespace warpshop::order {

/// Orders with gates of one device or several, each in the numbers of its own instance, and what they cost together.
struct GatedOrders {
  std::vector<SlotOrder> parts;
  Millis cost{0};
};

/// What a search works on.
struct GatedProblem {
  std::vector<const Instance*> parts;                      ///< by device: what it has to do
  std::function<Millis(std::span<const SlotOrder>)> cost;  ///< of all parts
  Millis bound{0};                                         ///< no plan costs less
  Millis threshold{0};                                     ///< T below, at the start
  std::int64_t evaluations = 0;                            ///< unless the budget says
};

/// Threshold accepting (Dueck and Scheuer 1990) over orders and gates at once: one random change after another, each
/// kept unless it is worse by more than a threshold, which is drawn from [0, T) anew each time. T falls with the cube
/// of what is left of the budget. Gates belong to slots and stay where they are when tasks change places; tasks stay on
/// their devices.
///
/// Returns the best that it meets, with the gates alone that it needs; never worse than `start`, orders without gates.
/// Ends when the budget is used up or nothing can be better.
GatedOrders threshold_accepting(const GatedProblem& problem, std::span<const Order> start, const PlanOptions& options,
                                Changes changes);

/// The same on one device. T begins at a fifth of what one task makes in the cost (makespan / n, times the mean weight
/// where the objective has weights); unless the options say, there are 200 n² evaluations, at most 20 000.
struct GatedOrder {
  Order order;
  std::vector<std::uint32_t> gates;
  Millis cost{0};
};
GatedOrder threshold_accepting(const Instance& instance, const Plan& start, const PlanOptions& options,
                               Changes changes);

/// T at the start, of tasks with these weights (empty: 1 each) in a plan that takes so long.
Millis first_threshold(const Instance& tasks, Millis makespan, Objective objective);

}  // namespace warpshop::order
