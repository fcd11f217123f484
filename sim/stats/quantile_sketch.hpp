#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "sim/stats/repeated_value.hpp"

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

}  // namespace warpshop::stats
