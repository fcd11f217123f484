#pragma once

#include "sim/order/policy.hpp"

namespace warpshop::order {

/// NEH (Nawaz, Enscore, Ham): tasks in decreasing total time, equal totals in input order; each goes where the makespan
/// of the tasks so far becomes least, of tied positions the later one. The instance says what is modelled. O(n³).
Planned insertion(const Instance& instance);

}  // namespace warpshop::order
