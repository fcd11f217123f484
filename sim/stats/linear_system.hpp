#pragma once

#include <span>

namespace warpshop::stats {

/// Solves matrix · x = right, `matrix` by rows, square; `right` becomes x, and the matrix is used up. Gaussian
/// elimination with partial pivoting. False: there is no finite solution, or more than one.
bool solve(std::span<double> matrix, std::span<double> right);

}  // namespace warpshop::stats
