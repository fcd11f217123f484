#pragma once

#include "sim/learn/table.hpp"

namespace warpshop::learn {

/// R² of predictions on a table: 1 - Σ (target - predicted)² / Σ (target - mean)²; 1 at best, below 0 where the mean
/// alone would be nearer. Where all targets are the same: 1 if every one is met, else minus infinity. Requires rows.
double explained(const Regressor& regressor, const Table& table);

}  // namespace warpshop::learn
