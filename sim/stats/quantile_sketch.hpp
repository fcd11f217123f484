#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "sim/stats/exact_sum.hpp"
#include "sim/stats/repeated_value.hpp"

namespace warpshop::stats {

/// All that a QuantileSketch holds, as plain values: equal where what was added is equal.
struct SketchState {
  struct Bucket {
    std::uint32_t index = 0;
    std::uint64_t count = 0;  ///< > 0
    bool operator==(const Bucket&) const = default;
  };

  std::uint64_t zeros = 0;
  std::uint32_t level = 0;      ///< how many times buckets were joined in pairs
  std::vector<Bucket> buckets;  ///< by increasing index
  double min = 0;
  double max = 0;
  ExactSum::Words sum{};

  bool operator==(const SketchState&) const = default;
};

/// Counts of values, finite and ≥ 0, by buckets whose width is relative to where they lie: what DDSketch does (Masson,
/// Rim and Lee, 2019), with the leading bits of the double in place of its logarithm (as HdrHistogram), and with
/// buckets that are joined in pairs where they become too many, all at once (as UDDSketch: Epicoco et al., 2020).
///
/// Bucket i of level l holds the doubles whose bits, as an integer, are i 2^(39 + l) … (i + 1) 2^(39 + l) - 1. From
/// 2^-1022 on its middle is within 2^(l - 14) of each, relative to it; below, 2^(l - 1036) absolute. The level is the
/// lowest at which all values take no more buckets than there may be. It follows from the values alone, as do the
/// counts and the exact sum: two sketches of the same values are equal, in whatever order and groups these were added
/// and merged.
class QuantileSketch {
 public:
  /// At level 12 all doubles together need 4094 buckets: the level is never above it.
  static constexpr std::size_t kFewestBuckets = 4096;
  /// 32 octaves at level 0, all doubles at level 6 (within 0.4 %); about 16 MB where they are all taken.
  static constexpr std::size_t kBuckets = std::size_t{1} << 18;

  /// Values that a state may hold: no sum of so few states overflows, and JSON can write it.
  static constexpr std::uint64_t kMostRestored = std::uint64_t{1} << 53;

  /// most_buckets ≥ kFewestBuckets.
  explicit QuantileSketch(std::size_t most_buckets = kBuckets);
  /// The sketch that has this state; nothing if none has.
  static std::optional<QuantileSketch> restored(const SketchState& state, std::size_t most_buckets = kBuckets);

  void add(double value);                   ///< finite, ≥ 0
  void merge(const QuantileSketch& other);  ///< one that may have as many buckets
  void coarsen(std::uint32_t level);        ///< joins buckets until they are of that level; of a lower one: nothing

  std::uint64_t count() const { return count_; }  ///< < 2^63
  std::uint32_t level() const { return level_; }
  double relative_error() const;  ///< 2^(level - 14)
  const ExactSum& sum() const { return sum_; }
  /// In increasing order, each in the middle of its bucket but zeros, the smallest and the largest, which are exact.
  std::vector<RepeatedValue> values() const;
  SketchState state() const;

 private:
  std::size_t most_buckets_;
  std::uint32_t level_ = 0;
  std::uint64_t zeros_ = 0;
  std::uint64_t count_ = 0;
  std::map<std::uint32_t, std::uint64_t> buckets_;
  double min_ = 0, max_ = 0;
  ExactSum sum_;
};

}  // namespace warpshop::stats
