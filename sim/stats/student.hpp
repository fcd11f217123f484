#pragma once

#include <cstddef>

namespace warpshop::stats {

/// Below which Student's t with so many degrees of freedom lies with that probability, within 1e-9 of itself up to
/// 99.99 %. 1/2 < probability < 1, freedom ≥ 1. By the finite series of its distribution (Abramowitz and Stegun 26.7.3
/// and 26.7.4); O(freedom).
double student_quantile(double probability, std::size_t freedom);

}  // namespace warpshop::stats
