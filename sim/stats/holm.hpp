#pragma once

#include <span>
#include <vector>

namespace warpshop::stats {

/// p values of several tests, adjusted so that calling significant what is ≤ α calls any true null hypothesis
/// significant with a probability of at most α, whatever the tests have to do with each other: the k-th smallest of m,
/// counted from 1, becomes the largest of min(1, (m + 1 - i) p_(i)) over i ≤ k (Holm, A Simple Sequentially Rejective
/// Multiple Test Procedure, 1979). 0 ≤ p ≤ 1; in the order in which they came. O(m log m).
std::vector<double> holm(std::span<const double> p_values);

}  // namespace warpshop::stats
