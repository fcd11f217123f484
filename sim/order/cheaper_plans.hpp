#pragma once

#include <vector>

#include "sim/model/instance.hpp"
#include "sim/model/objective.hpp"
#include "sim/order/policies.hpp"

namespace warpshop::order {

/// The policies that `best` is never worse than: of ordered submission, for that objective and so many tasks, and not
/// built on `best` itself. Those that take more tasks come first, as they are quicker.
std::vector<const Policy*> cheaper_policies(Objective objective, std::size_t tasks);

/// Takes over the cheapest of their plans if it costs clearly less than `planned`, by the instance as it is, until that
/// meets its lower bound. Of a budget of time half is for all of them; once it is used up no further one is asked.
void take_cheaper_plan(const Instance& instance, const PlanOptions& options, Planned& planned);

}  // namespace warpshop::order
