#pragma once

#include "sim/model/instance.hpp"
#include "sim/order/policies.hpp"

namespace warpshop::order {

/// The plan of an order, predicted by the contended model, for policies that rank tasks: feasible() where tasks come
/// after others, in rounds where memory is short.
Planned ordered(const Instance& instance, Order priority, const PlanOptions& options);

}  // namespace warpshop::order
