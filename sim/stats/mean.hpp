#pragma once

#include <span>

namespace warpshop::stats {

/// Σ values / n. Requires values.
double mean(std::span<const double> values);

/// exp(Σ ln values / n): what ratios are averaged with. Requires values, all > 0.
double geometric_mean(std::span<const double> values);

}  // namespace warpshop::stats
