#include "sim/io/sweep/points.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "sim/model/error.hpp"

namespace warpshop::io {
namespace {

static_assert(std::endian::native == std::endian::little, "points are written little end first");

/// Every number of a point that its place does not say, in the order in which it stands in a file.
template <class Point, class Visit>
void visit_numbers(Point& point, const Visit& visit) {
  visit(point.kernel_dominant);
  visit(point.lower_bound);
  visit(point.best);
  for (auto& baseline : point.baselines) {
    visit(baseline);
  }
  for (auto& cost : point.costs) {
    visit(cost.predicted);
    visit(cost.cost);
    visit(cost.makespan);
    visit(cost.at_ends.low);
    visit(cost.at_ends.high);
    visit(cost.planning);
  }
}

std::size_t numbers_of_a_point(const PointsOf& of) {
  SweepPoint point;
  point.costs.resize(of.policies);
  std::size_t count = 0;
  visit_numbers(point, [&](const auto& /*number*/) { ++count; });
  return count;
}

std::string heading(const PointsOf& of, PointRange range) {
  return fmt::format("{}{} {} {}\n", kPointsOpening, of.sweep, range.first, range.end);
}

/// 64 bits of FNV-1a, eight bytes at a time, whose high bits are folded in so that each bit counts.
std::uint64_t check_number(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (std::size_t at = 0; at < bytes.size(); at += sizeof hash) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, std::min(sizeof word, bytes.size() - at));
    hash = (hash ^ word) * 0x100000001b3U;
    hash ^= hash >> 32U;
  }
  return hash;
}

template <class Number>
void append(std::string& bytes, Number number) {
  std::array<char, sizeof number> raw{};
  std::memcpy(raw.data(), &number, sizeof number);
  bytes.append(raw.data(), raw.size());
}

double as_double(Millis time) {
  return time.count();
}
double as_double(std::size_t count) {
  return static_cast<double>(count);
}
void take(Millis& time, double number) {
  time = Millis{number};
}
void take(std::size_t& count, double number) {
  constexpr double kMost = 1e9;
  count = static_cast<std::size_t>(std::min(number, kMost));
}

/// What is impossible in a point, whoever made it; empty: nothing. No duration of a file is longer than 1e15 ms, no
/// weight larger than that, and a task takes less than a hundred of them.
std::string impossible(const SweepPoint& point, std::size_t tasks) {
  constexpr Millis kLongest{1e15};
  constexpr double kRounding = 1e-6;
  const Millis last_end = 100 * static_cast<double>(tasks) * kLongest;
  const Millis most = kLongest.count() * static_cast<double>(tasks) * last_end;
  Millis longest{0};
  Millis largest = *std::max_element(point.baselines.begin(), point.baselines.end());
  Millis least = *std::min_element(point.baselines.begin(), point.baselines.end());
  for (const SweepCost& cost : point.costs) {
    if (cost.makespan > last_end || cost.planning > kLongest) {
      return "a time longer than any";
    }
    if (cost.cost < point.best) {
      return "a cost below the least one";
    }
    longest = std::max(longest, cost.makespan);
    largest = std::max({largest, cost.predicted, cost.cost, cost.at_ends.low, cost.at_ends.high});
  }
  if (largest > most) {
    return "a cost larger than any";
  }
  if (std::min(least, point.best) + kRounding * std::max(longest, point.best) < point.lower_bound) {
    return "a cost below the lower bound";
  }
  return point.kernel_dominant > tasks ? fmt::format("a set of more than {} tasks", tasks) : "";
}

}  // namespace

std::string points_bytes(const PointsOf& of, PointRange range, std::span<const SweepPoint> points) {
  std::string bytes = heading(of, range);
  bytes.reserve(points_size(of, range));
  for (const SweepPoint& point : points) {
    visit_numbers(point, [&](const auto& number) { append(bytes, as_double(number)); });
  }
  append(bytes, check_number(bytes));
  return bytes;
}

std::uint64_t points_size(const PointsOf& of, PointRange range) {
  return heading(of, range).size() + range.count() * numbers_of_a_point(of) * sizeof(double) + sizeof(std::uint64_t);
}

void check_heading(std::string_view start, const PointsOf& of, PointRange range, const std::string& file) {
  if (!start.starts_with(heading(of, range))) {
    throw InputError(file, {},
                     fmt::format("does not hold points {} to {} of this sweep, expected them there; without the file "
                                 "the sweep makes them again",
                                 range.first, range.end));
  }
}

std::vector<SweepPoint> parse_points(std::string_view bytes, const PointsOf& of, PointRange range,
                                     const std::string& file) {
  check_heading(bytes, of, range, file);
  const std::string_view checked = bytes.substr(0, bytes.size() - std::min(bytes.size(), sizeof(std::uint64_t)));
  std::uint64_t check = 0;
  std::memcpy(&check, checked.data() + checked.size(), bytes.size() - checked.size());
  if (bytes.size() != points_size(of, range) || check != check_number(checked)) {
    throw InputError(file, {},
                     "is damaged, expected it as it was written; without it the sweep makes its points again");
  }
  std::vector<SweepPoint> points(range.count());
  const char* next = checked.data() + heading(of, range).size();
  for (std::size_t i = 0; i < points.size(); ++i) {
    SweepPoint& point = points[i];
    point.cell = (range.first + i) / of.sets;
    point.set = (range.first + i) % of.sets;
    point.costs.resize(of.policies);
    visit_numbers(point, [&](auto& number) {
      double value = 0;
      std::memcpy(&value, next, sizeof value);
      next += sizeof value;
      if (!(value >= 0 && std::isfinite(value))) {
        throw InputError(file, {},
                         fmt::format("holds {} in point {}, expected what a sweep writes", value, range.first + i));
      }
      take(number, value);
      if (as_double(number) != value) {
        throw InputError(file, {},
                         fmt::format("holds {} tasks in point {}, expected a whole number", value, range.first + i));
      }
    });
    if (const std::string what = impossible(point, of.most_tasks); !what.empty()) {
      throw InputError(file, {},
                       fmt::format("holds {} in point {}, expected what a sweep writes", what, range.first + i));
    }
  }
  return points;
}

}  // namespace warpshop::io
