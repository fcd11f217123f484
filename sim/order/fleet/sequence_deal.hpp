#pragma once

#include <vector>

#include "sim/model/fleet.hpp"
#include "sim/model/plan.hpp"
#include "sim/order/policies.hpp"

namespace warpshop::order {

/// Which tasks each device gets, in input order, by when they end there; for tasks that are released one after the
/// other, and for objectives other than the makespan. Tasks that come after one another stay on one device.
///
/// Each device has a sequence of its tasks, and its ends by the model. Two deals are compared by all ends, not by the
/// worst alone, since many tasks may tie with it: of the lateness C_j - d_j of all tasks the largest, then the next
/// largest, and so on; likewise C_j for the makespan; Σ w_j C_j as it is.
///
/// It starts from the better of two deals: `by_load`, and tasks by release, each to the device where it ends first. For
/// as long as that is better, all tasks of a kind (of equal times) go to another device, or change places with those of
/// another kind; so do tasks that are released together; so do single ones, which also move in the sequence of their
/// own device. Tasks keep their times about when they move. The work is limited by a fixed number, or by the budget's
/// time.
std::vector<Order> deal_by_sequences(const Fleet& fleet, const PlanOptions& options, const std::vector<Order>& by_load);

}  // namespace warpshop::order
