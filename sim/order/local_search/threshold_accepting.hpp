#pragma once

#include <cstdint>
#include <vector>

#include "sim/model/instance.hpp"
#include "sim/model/plan.hpp"
#include "sim/order/policy.hpp"

namespace warpshop::order {

/// An order with gates, and what it costs.
struct GatedOrder {
  Order order;
  std::vector<std::uint32_t> gates;  ///< by slot, see evaluate::SlotGates; empty: there are none
  Millis cost{0};
};

/// What a search may change.
enum class Changes : std::uint8_t { orders, orders_and_gates };

/// Threshold accepting (Dueck and Scheuer 1990) over orders and gates at once: one random change after another, each
/// kept unless it is worse by more than a threshold, which is drawn from [0, T) anew each time. T falls with the cube
/// of what is left of the budget, from a fifth of what one task makes in the cost (makespan / n, times the mean weight
/// where the objective has weights). Gates belong to slots and stay where they are when tasks change places.
///
/// Returns the best that it meets, with the gates alone that it needs; never worse than `start`, whose gates are not
/// looked at. Ends when the budget is used up (unless the options say, 200 n² evaluations, at most 20 000) or nothing
/// can be better.
GatedOrder threshold_accepting(const Instance& instance, const Plan& start, const Options& options, Changes changes);

}  // namespace warpshop::order
