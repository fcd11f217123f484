#pragma once

#include <vector>

#include "sim/model/fleet.hpp"
#include "sim/model/plan.hpp"
#include "sim/order/policies.hpp"

namespace warpshop::order {

/// Which tasks each device gets, in input order, by how busy they keep its engines, whatever the objective; tasks that
/// come after one another stay on one device.
///
/// The load of a device is evaluate::Load::bound(), what its tasks take there at the least. Tasks go by decreasing
/// total time, each to the device whose load it leaves least, of equal ones to that with the least work in all (LPT).
/// Then the largest load is made smaller by the exchanges of deal_search.hpp; how many are looked at is fixed, or
/// limited by the budget.
std::vector<Order> deal_by_load(const Fleet& fleet, const Budget& budget = {});

}  // namespace warpshop::order
