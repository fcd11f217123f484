#pragma once

#include <vector>

#include "sim/model/fleet.hpp"
#include "sim/model/plan.hpp"
#include "sim/order/policy.hpp"

namespace warpshop::order {

/// Which tasks each device gets, in input order, by how busy they keep its engines, whatever the objective; tasks that
/// come after one another stay on one device.
///
/// The load of a device is what its tasks take there at the least: its longest task, least head + work + least tail of
/// each engine, evaluate::overlapped_payloads(). Tasks go by decreasing total time, each to the device whose load it
/// leaves least, of equal ones to that with the least work in all (LPT). Then, for as long as that makes the largest
/// load smaller, a task of that device moves to another, or changes places with one there; how many of such changes
/// are looked at is fixed, or limited by the budget.
std::vector<Order> deal_by_load(const Fleet& fleet, const Budget& budget = {});

}  // namespace warpshop::order
