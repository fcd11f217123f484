#pragma once

#include <cstdint>

#include "sim/learn/table.hpp"

namespace warpshop::learn {

/// A linear function, with a constant, by stochastic gradient descent on the squared error: so many times over all
/// rows, in a new order each time, with scaled features and target. The step is 1 / largest (1 + |row|²), which no row
/// can overshoot, over the number of the pass. Near what linear_regressor() finds, not equal to it. Requires rows.
Regressor sgd_regressor(const Table& table, std::uint64_t seed, std::uint64_t passes = 100);

}  // namespace warpshop::learn
