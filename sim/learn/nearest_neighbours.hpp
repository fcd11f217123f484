#pragma once

#include <cstddef>

#include "sim/learn/table.hpp"

namespace warpshop::learn {

/// The mean target of the `count` rows nearest to a row, by Euclidean distance of the features as they are (see
/// Scaling); of several equally far those that stand first. Requires 1 ≤ count ≤ rows.
Regressor nearest_neighbours_regressor(Table table, std::size_t count);

/// The part of each class among these rows.
Classifier nearest_neighbours_classifier(Table table, std::size_t count);

}  // namespace warpshop::learn
