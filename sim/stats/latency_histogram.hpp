#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <vector>

#include "sim/stats/quantile.hpp"

namespace warpshop::stats {

/// Counts of durations, finite and ≥ 0, in ms: 128 steps of the same width in each octave from 2^-15 ms (30 ns) on, as
/// HdrHistogram has them; shorter ones, and zeros, in the first step. Which step is in the leading bits of the double.
///
/// Count, smallest and largest are exact, and so is the sum of values that are multiples of 2^-60 ms, as all from
/// 2^-8 ms on; others are rounded down to one. All follow from the values alone, in whatever order they were added or
/// merged. At most 2^32 - 1 values, their sum below 2^63 ms.
class LatencyHistogram {
 public:
  static constexpr double kLow = 0x1p-15;   ///< where the first step begins, ms
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

  /// As nearest_rank(), 0 ≤ probability ≤ 1, in ms; requires values. Within kError of it, relative to it; below kLow
  /// within kLow (1 + kError). At 0 and 1 exact.
  double quantile(double probability) const;
  /// How many values are in steps above the one that has `ms`, ms ≥ 0.
  std::uint64_t count_beyond(double ms) const;

  bool operator==(const LatencyHistogram&) const = default;

 private:
  std::vector<RepeatedValue> values() const;
  void add_to_sum(std::uint64_t whole, std::uint64_t parts);
  void require_room_for(std::uint64_t more) const;

  std::map<std::uint64_t, std::uint32_t> counts_;  ///< > 0, by step: the leading bits of its values
  std::uint64_t count_ = 0;
  double smallest_ = std::numeric_limits<double>::infinity();
  double largest_ = 0;
  std::uint64_t whole_ = 0;  ///< of the sum: ms
  std::uint64_t parts_ = 0;  ///< and parts of one, of 2^-60 ms, fewer than 2^60
};

}  // namespace warpshop::stats
