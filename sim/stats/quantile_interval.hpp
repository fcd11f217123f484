#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "sim/stats/latency_histogram.hpp"

namespace warpshop::stats {

/// A quantile of a run whose requests depend on each other, and how far it is known.
struct QuantileEstimate {
  double value = 0;  ///< ms
  /// Ends of the interval of 95 %, ms, whether it is to be believed or not. No upper end: the quantile may be beyond
  /// all values.
  double low = 0;
  std::optional<double> high = {};
  double dependence = 1;  ///< so many requests that follow each other tell as much as one that is independent, ≥ 1
  double runs = 1;        ///< it takes a run so many times as long until the interval is to be believed, > 0

  bool believed() const { return runs <= 1 && high.has_value(); }
};

/// As many as these count of requests beyond a quantile that do not depend on each other, in an interval that is to be
/// believed: count beyond it / dependence.
inline constexpr double kFewestIndependent = 20;
/// As many in one of ±5 % of M/M/1, whatever the load.
inline constexpr double kIndependentForFivePercent = 300;

/// From the latencies of equal parts of a run, one after the other; their number is a multiple of 4, 8 or more; some
/// part has any. 0 < quantile < 1.
///
/// What is uncertain is the part of the requests that lies beyond the value. Its standard error s is that of batches,
/// √(Σ (beyond_b - part · n_b)² b / (b - 1)) / n, the largest of those of all parts, of pairs of them and of four
/// together: batches that are too short to be independent make it too small. The interval reaches from the quantile at
/// q - t s to that at q + t s, t of Student with as many degrees of freedom as there are pairs less one (order
/// statistics: Asmussen and Glynn, Stochastic Simulation, 2007, III.4a).
///
/// Whether it is to be believed follows from how requests depend on each other, seen at the median, of which a run
/// knows more than of its tail: dependence = n s² / (p (1 - p)), with the s of the part p beyond it; 1 where requests
/// are independent. A run that met few bursts of late requests takes itself for certain, so that what is seen of the
/// tail itself must not decide. There are kFewestIndependent · dependence requests beyond the quantile, and
/// fewest_requests() in all.
QuantileEstimate quantile_estimate(std::span<const LatencyHistogram> parts, double quantile);

}  // namespace warpshop::stats
