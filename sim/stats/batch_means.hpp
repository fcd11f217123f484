#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace warpshop::stats {

/// Into how many batches, one after the other, the requests of a run are dealt for an interval.
inline constexpr std::size_t kBatches = 20;

/// Half of the interval, of that confidence, around a figure of a whole run, from the same figure of each of its
/// batches: t √(Σ (estimate - whole)² / (b - 1) / b), with b batches and t the quantile (1 + confidence) / 2 of
/// Student's t with b - 1 degrees of freedom. Requests that follow each other are alike; long batches hardly are.
/// Around the figure of the whole run, not around the mean of the batches ("sectioning": Asmussen and Glynn, Stochastic
/// Simulation, 2007): quantiles of few values are biased. In the unit of the figure.
///
/// estimates: finite, of the batches that have any request; nothing for fewer than two. 0 < confidence < 1.
std::optional<double> batch_half_width(std::span<const double> estimates, double whole, double confidence = 0.95);

// How many requests an interval of a quantile from kBatches batches takes follows from how many lie beyond the
// quantile, while they hardly depend on each other. Those of a busy server do: of intervals of p99 of M/M/1 the truth
// is in
//
// | requests | load 0.5 | 0.7 | 0.8 | 0.9 |
// | --- | --- | --- | --- | --- |
// | 7000 | 85 % | 71 % | 58 % | 45 % |
// | 30 000 | 95 % | 85 % | 77 % | 57 % |
// | 100 000 | 99 % | 95 % | 89 % | 66 % |
// | 300 000 | 96 % | 100 % | 96 % | 81 % |
//
// (400, 266, 80 and 26 trials; the variance grows as load (2 + 5 load - 4 load² + load³) / (1 - load)²).

/// With fewer requests an interval of that quantile is not to be believed, 0 ≤ quantile < 1: 70 beyond it on average.
/// At 99 % 7000.
std::uint64_t fewest_requests(double quantile);

/// How many requests it takes until the interval of p99 is about ±5 % of it, 0 ≤ quantile < 1: 300 beyond it on
/// average. At 99 % 30 000. So many make it, of M/D/1 at half load, ±5 % at 99 %, ±7 % at 95 %, ±8 % at 90 % and ±16 %
/// at 50 %, of M/M/1 half as wide again.
std::uint64_t requests_for(double quantile);

}  // namespace warpshop::stats
