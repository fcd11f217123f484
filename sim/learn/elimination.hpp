#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/learn/folds.hpp"
#include "sim/learn/forest.hpp"

namespace warpshop::learn {

/// A table with those features alone, in that order.
Table columns_of(const Table& table, std::span<const std::size_t> features);
std::vector<double> columns_of(std::span<const double> row, std::span<const std::size_t> features);

/// Recursive elimination (Guyon and others, 2002) for a forest of classes: the feature of least importance goes, of
/// several the last, and the forest is grown anew, until one is left. Features in the order in which they went; the
/// last is the one that is left. Requires features.
std::vector<std::size_t> elimination_order(const Table& table, const ForestOptions& options);

/// How many features to keep, and which: the number with the highest accuracy in cross-validation, where every fold
/// eliminates by its training rows alone; of equally good ones the fewest. Then those that elimination by all rows
/// keeps, in increasing order. Classes are evened out within the training rows of each fold, see oversampled().
std::vector<std::size_t> kept_features(const Table& table, std::size_t folds, const ForestOptions& options);

}  // namespace warpshop::learn
