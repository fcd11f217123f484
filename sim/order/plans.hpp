#pragma once

#include "sim/model/instance.hpp"
#include "sim/order/policy.hpp"

namespace warpshop::order {

/// The plan of an order, predicted by the contended model: for policies that have no model of their own.
Planned ordered(const Instance& instance, Order order);

}  // namespace warpshop::order
