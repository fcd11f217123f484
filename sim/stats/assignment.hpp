#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace warpshop::stats {

/// Each row's own column at the least sum of costs, and why there is no lesser one: potentials with
/// row_potentials[i] + column_potentials[j] ≤ cost(i, j) everywhere, equal where i has j (up to rounding), and
/// column_potentials[j] ≤ 0, 0 where nobody has j. So no assignment costs less than the sum of all potentials.
struct Assignment {
  std::vector<std::size_t> columns;  ///< of each row
  std::vector<double> row_potentials;
  std::vector<double> column_potentials;
};

/// The Hungarian method by shortest augmenting paths, O(rows² columns). Costs by rows, finite, rows ≤ columns; of
/// several best ones always the same.
Assignment least_assignment(std::span<const double> costs, std::size_t rows);

}  // namespace warpshop::stats
