#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/model/point_range.hpp"
#include "sim/model/sweep.hpp"

namespace warpshop::io {

/// What the points in a file are of.
struct PointsOf {
  std::string sweep;         ///< 16 characters, which no other sweep has
  std::uint64_t sets = 1;    ///< of a cell
  std::size_t policies = 1;  ///< ≥ 1
  std::size_t most_tasks = 1;
};

/// How a file of points starts.
inline constexpr std::string_view kPointsOpening = "warpshop.points/2 ";

/// Points that stand one after another, as bytes: a line `warpshop.points/2 SWEEP FIRST END`, then for each point its
/// numbers as doubles, little end first, then a number for all bytes before it, by which damage is seen. The number of
/// bytes depends on the range and the number of policies alone: points_size().
std::string points_bytes(const PointsOf& of, PointRange range, std::span<const SweepPoint> points);
std::uint64_t points_size(const PointsOf& of, PointRange range);

/// How long the first line of such a file may be.
inline constexpr std::size_t kLongestHeading = 80;

/// Checks that line; `start`: so much of the file, or all of it. Throws InputError: of another sweep or range.
void check_heading(std::string_view start, const PointsOf& of, PointRange range, const std::string& file);

/// The points. Throws InputError: of another sweep or range, cut short, damaged.
std::vector<SweepPoint> parse_points(std::string_view bytes, const PointsOf& of, PointRange range,
                                     const std::string& file);

}  // namespace warpshop::io
