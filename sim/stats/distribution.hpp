#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "sim/stats/box_statistics.hpp"
#include "sim/stats/quantile.hpp"
#include "sim/stats/wilcoxon.hpp"

namespace warpshop::stats {

/// Counts of values, finite and ≥ 0, by buckets whose width is relative to where they lie: what DDSketch does (Masson,
/// Rim and Lee, 2019), with the leading bits of the double in place of its logarithm (as HdrHistogram), and with
/// buckets that are joined in pairs where they become too many, all at once (as UDDSketch: Epicoco et al., 2020).
///
/// Bucket i of level l holds the doubles whose bits, as an integer, are i 2^(39 + l) … (i + 1) 2^(39 + l) - 1. From
/// 2^-1022 on its middle is within 2^(l - 14) of each, relative to it; below, 2^(l - 1036) absolute. The level is the
/// lowest at which all values take no more buckets than there may be: it follows from the values alone, as do the
/// counts, in whatever order these were added.
class QuantileSketch {
 public:
  /// At level 12 all doubles together need 4094 buckets: the level is never above it.
  static constexpr std::size_t kFewestBuckets = 4096;
  /// 32 octaves at level 0, all doubles at level 6 (within 0.4 %); about 16 MB where they are all taken.
  static constexpr std::size_t kBuckets = std::size_t{1} << 18;

  /// most_buckets ≥ kFewestBuckets.
  explicit QuantileSketch(std::size_t most_buckets = kBuckets);

  void add(double value);             ///< finite, ≥ 0
  void coarsen(std::uint32_t level);  ///< joins buckets until they are of that level; of a lower one: nothing

  std::uint64_t count() const { return count_; }  ///< < 2^63
  std::uint32_t level() const { return level_; }
  double relative_error() const;  ///< 2^(level - 14)
  double mean() const;            ///< of the values as they were added, min … max; requires values
  const std::map<std::uint32_t, std::uint64_t>& buckets() const { return buckets_; }  ///< counts > 0; zeros in none
  /// In increasing order, each in the middle of its bucket but zeros, the smallest and the largest, which are exact.
  std::vector<RepeatedValue> values() const;

 private:
  std::size_t most_buckets_;
  std::uint32_t level_ = 0;
  std::uint64_t zeros_ = 0;
  std::uint64_t count_ = 0;
  std::map<std::uint32_t, std::uint64_t> buckets_;
  double min_ = 0, max_ = 0;
  long double sum_ = 0;
};

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

/// Differences of pairs for Wilcoxon's test, any number of them in memory that does not grow with it: two Distributions
/// of their sizes, one for each sign. What it says does not depend on the order in which they were added.
class SignedDifferences {
 public:
  /// limits: of each of the two.
  explicit SignedDifferences(DistributionLimits limits = {}) : above_(limits), below_(limits) {}

  void add(double difference);  ///< finite

  /// As wilcoxon() of all differences while neither sign has more than are kept. Beyond, differences in one bucket
  /// share a rank: the test is `approximate`, W+ and W- are within Σ (positive × negative in a bucket) / 2 of the true
  /// ones, since each of these pairs of differences counts for 1/2 where it should for 0 or 1.
  Wilcoxon test() const;

 private:
  std::uint64_t zeros_ = 0;
  Distribution above_, below_;
};

}  // namespace warpshop::stats
