#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/stats/box_statistics.hpp"
#include "sim/stats/quantile_sketch.hpp"

namespace warpshop::stats {

/// How much memory a Distribution may take; at these values 8 MB while it is exact, 16 MB afterwards.
struct DistributionLimits {
  std::size_t exact_values = std::size_t{1} << 20;      ///< ≥ 1; with more it becomes approximate
  std::size_t most_buckets = QuantileSketch::kBuckets;  ///< ≥ QuantileSketch::kFewestBuckets
};

/// Values, finite and ≥ 0, added one at a time. So many are kept as they are; of more there is a QuantileSketch.
class Distribution {
 public:
  explicit Distribution(DistributionLimits limits = {});

  void add(double value);

  std::uint64_t count() const;
  /// Whether quantiles, whiskers and outliers are those of values moved by up to relative_error() of themselves. Count,
  /// smallest, largest and mean are those of the values in any case.
  bool approximate() const { return sketch_.has_value(); }
  /// Of a quantile: 0 where it is exact, else 2^-14 (6.1e-5) if the values take no more buckets than there may be
  /// (always if max ≤ 2^32 min), up to 2^-8 otherwise; see QuantileSketch, also for values below 2^-1022.
  double relative_error() const;
  /// As stats::quantile(). Requires values.
  double quantile(double probability) const;
  /// Nothing without values. O(n log n) where exact.
  std::optional<BoxStatistics> box() const;

  /// The values as they were added, in no particular order; none where it is approximate.
  const std::vector<double>& exact_values() const { return values_; }
  /// The sketch of the values, whether or not it is all that is left of them.
  QuantileSketch sketch() const;

 private:
  void become_approximate();

  DistributionLimits limits_;
  std::vector<double> values_;
  std::optional<QuantileSketch> sketch_;
};

}  // namespace warpshop::stats
