#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace warpshop {

/// Points of a sweep that stand one after another. They are numbered from 0: all sets of the first cell, then all of
/// the second.
struct PointRange {
  std::uint64_t first = 0;
  std::uint64_t end = 0;  ///< behind the last

  std::uint64_t count() const { return end - first; }
  friend bool operator==(const PointRange&, const PointRange&) = default;
};

/// One of several parts of a sweep, each of which is worked on by itself: `number` of `of`, 1 ≤ number ≤ of.
struct Shard {
  std::uint64_t number = 1;
  std::uint64_t of = 1;

  /// Of so many points: all shards together hold each once, and their numbers differ by one at most.
  PointRange part_of(std::uint64_t points) const;
};

/// What `3/8` says; nothing: it is no such text, or the number is not 1 … of, which is at most 10^6.
std::optional<Shard> parse_shard(std::string_view text);

/// What of the range is in none of the others, which may overlap, in order.
std::vector<PointRange> left_of(PointRange range, std::vector<PointRange> done);

/// How many points they hold.
std::uint64_t count_of(const std::vector<PointRange>& ranges);

}  // namespace warpshop
