#pragma once

#include "sim/evaluate/evaluate.hpp"
#include "sim/order/policies.hpp"
#include "sim/order/search_budget.hpp"

namespace warpshop::order {

/// Moves tasks to other positions, and lets two change places, for as long as that makes the plan cost clearly less and
/// the budget lasts: the first improvement that is found is taken. Keeps precedence. n² trials a pass.
void descend(evaluate::Evaluator& evaluator, SearchBudget& budget, Planned& planned);

}  // namespace warpshop::order
