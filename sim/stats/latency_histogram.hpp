#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <vector>

#include "sim/stats/quantile.hpp"

namespace warpshop::stats {

/// So many values are below `edge`, or at most `edge` where that is the largest.
struct CumulativeCount {
  double edge = 0;
  std::uint64_t count = 0;

  bool operator==(const CumulativeCount&) const = default;
};

/// Counts of durations, finite and ≥ 0, in ms: 128 steps of the same width in each of 36 octaves from 2^-15 ms (30 ns)
/// to 2^21 ms (35 minutes), as HdrHistogram has them; 18 KiB. Longer ones are counted in such steps too, one by one
/// where there are any; shorter ones, and zeros, in the first step. Which step is in the leading bits of the double.
///
/// Count, smallest and largest are exact, and so is the sum of values that are multiples of 2^-60 ms, as all from
/// 2^-8 ms on; others are rounded down to one. All follow from the values alone, in whatever order they were added or
/// merged. At most 2^32 - 1 values, their sum below 2^63 ms.
class LatencyHistogram {
 public:
  static constexpr double kLow = 0x1p-15;   ///< where the first step begins, ms
  static constexpr double kHigh = 0x1p21;   ///< where the last of the 36 octaves ends, ms
  static constexpr double kError = 0x1p-8;  ///< of a quantile from kLow on, relative to it: half a step, 0.39 %
  static constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();  ///< values

  /// std::length_error where there are kMost already.
  void add(double ms);
  /// As if the values of the other were added. std::length_error where both have more than kMost.
  void merge(const LatencyHistogram& other);

  std::uint64_t count() const { return count_; }
  double smallest() const { return smallest_; }  ///< ms; requires values
  double largest() const { return largest_; }    ///< ms; requires values
  double mean() const;                           ///< ms, smallest … largest; requires values

  /// As stats::quantile(), 0 ≤ probability ≤ 1, in ms; requires values. Within kError of it, relative to it; where a
  /// value below kLow takes part, within kLow (1 + kError). At 0 and 1 exact.
  double quantile(double probability) const;
  /// How many values are in steps above the one that has `ms`, ms ≥ 0.
  std::uint64_t count_beyond(double ms) const;
  /// For a curve of quantiles: the upper end of each step that has values, the last one's the largest value, in
  /// increasing order; the last count is that of all. Empty without values.
  std::vector<CumulativeCount> cumulative_counts() const;

  bool operator==(const LatencyHistogram&) const = default;

 private:
  struct Step {
    std::uint64_t bits = 0;  ///< the leading ones of its values
    std::uint64_t count = 0;
  };
  std::vector<Step> steps() const;  ///< that have values, in increasing order
  std::vector<RepeatedValue> values() const;
  void add_to_sum(std::uint64_t whole, std::uint64_t parts);
  void require_room_for(std::uint64_t more) const;

  std::vector<std::uint32_t> counts_;            ///< of the steps from kLow to kHigh; empty: no value is there
  std::map<std::uint64_t, std::uint32_t> long_;  ///< of those from kHigh on, by leading bits
  std::uint64_t count_ = 0;
  double smallest_ = std::numeric_limits<double>::infinity();
  double largest_ = 0;
  std::uint64_t whole_ = 0;  ///< of the sum: ms
  std::uint64_t parts_ = 0;  ///< and parts of one, of 2^-60 ms, fewer than 2^60
};

}  // namespace warpshop::stats
