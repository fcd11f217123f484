#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/learn/table.hpp"

namespace warpshop::learn {

/// Rows to learn from, and rows to be judged by; no row is in both.
struct Fold {
  std::vector<std::size_t> train;  ///< in order, but for copies behind them
  std::vector<std::size_t> test;   ///< in order
};

/// Every row is in the test of one fold; classes are dealt to the folds in turn, so that each has its part of them, in
/// an order drawn by the seed. Requires 2 ≤ count ≤ rows.
std::vector<Fold> stratified_folds(std::span<const double> targets, std::size_t count, std::uint64_t seed);

/// Each row by itself. Requires two rows.
std::vector<Fold> leave_one_out(std::size_t rows);

/// A fold for each group: tests are the rows that have to do with it, and training has none of these. groups: those of
/// each row. Rows of several groups are tested several times. A group of all rows has no fold, as nothing is left to
/// learn from.
std::vector<Fold> leave_groups_out(std::span<const std::vector<std::size_t>> groups);

/// With rows of the rarer classes drawn again at random, until every class has as many as the largest ("naive random
/// oversampling"): copies stand behind the rows.
std::vector<std::size_t> oversampled(std::span<const double> targets, std::vector<std::size_t> rows,
                                     std::uint64_t seed);

}  // namespace warpshop::learn
