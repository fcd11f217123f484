#include "sim/io/sweep/points.hpp"

#include <gtest/gtest.h>

#include "sim/model/error.hpp"

namespace warpshop::io {
namespace {

const PointsOf kOf{.sweep = "0123456789abcdef", .sets = 10, .policies = 2, .most_tasks = 4};
constexpr PointRange kRange{.first = 8, .end = 13};

std::vector<SweepPoint> some_points() {
  std::vector<SweepPoint> points;
  for (std::uint64_t number = kRange.first; number < kRange.end; ++number) {
    SweepPoint point{.cell = number / 10, .set = number % 10, .kernel_dominant = number % 5};
    point.lower_bound = Millis{0.1 * static_cast<double>(number)};
    point.baselines = {Millis{1e-300}, Millis{1e300}, Millis{1.0 / 3}};
    point.best = Millis{0};
    for (int policy = 0; policy < 2; ++policy) {
      point.costs.push_back({.predicted = Millis{2.5 + policy},
                             .cost = Millis{0.1 + 0.2},
                             .makespan = Millis{static_cast<double>(number)},
                             .planning = Millis{1e-4}});
    }
    points.push_back(point);
  }
  return points;
}

TEST(Points, AreReadAsTheyWereWritten) {
  const std::vector<SweepPoint> points = some_points();
  const std::string bytes = points_bytes(kOf, kRange, points);
  EXPECT_EQ(bytes.size(), points_size(kOf, kRange));
  const std::vector<SweepPoint> read = parse_points(bytes, kOf, kRange, "file");
  ASSERT_EQ(read.size(), points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    EXPECT_EQ(read[i].cell, points[i].cell);
    EXPECT_EQ(read[i].set, points[i].set);
    EXPECT_EQ(read[i].kernel_dominant, points[i].kernel_dominant);
    EXPECT_EQ(read[i].lower_bound, points[i].lower_bound);
    EXPECT_EQ(read[i].baselines, points[i].baselines);
    EXPECT_EQ(read[i].best, points[i].best);
    for (std::size_t policy = 0; policy < 2; ++policy) {
      EXPECT_EQ(read[i].costs[policy].predicted, points[i].costs[policy].predicted);
      EXPECT_EQ(read[i].costs[policy].cost, points[i].costs[policy].cost);
      EXPECT_EQ(read[i].costs[policy].makespan, points[i].costs[policy].makespan);
      EXPECT_EQ(read[i].costs[policy].planning, points[i].costs[policy].planning);
    }
  }
}

TEST(Points, AnyBitThatIsNotAsItWasIsSeen) {
  const std::string bytes = points_bytes(kOf, kRange, some_points());
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string damaged = bytes;
      damaged[at] = static_cast<char>(damaged[at] ^ (1 << bit));
      EXPECT_THROW(parse_points(damaged, kOf, kRange, "file"), InputError) << at;
    }
    EXPECT_THROW(parse_points(bytes.substr(0, at), kOf, kRange, "file"), InputError) << at;
  }
  EXPECT_THROW(parse_points(bytes + '\0', kOf, kRange, "file"), InputError);
}

TEST(Points, OfAnotherSweepOrRangeAreRefused) {
  const std::string bytes = points_bytes(kOf, kRange, some_points());
  PointsOf other = kOf;
  other.sweep = "fedcba9876543210";
  EXPECT_THROW(parse_points(bytes, other, kRange, "file"), InputError);
  EXPECT_THROW(parse_points(bytes, kOf, {.first = 8, .end = 12}, "file"), InputError);
  EXPECT_THROW(parse_points(bytes, kOf, {.first = 9, .end = 14}, "file"), InputError);
}

TEST(Points, ThatNoSweepWritesAreRefused) {
  std::vector<SweepPoint> points = some_points();
  points[3].costs[1].cost = Millis{-1};
  EXPECT_THROW(parse_points(points_bytes(kOf, kRange, points), kOf, kRange, "file"), InputError);
  points = some_points();
  points[0].kernel_dominant = 5;
  EXPECT_THROW(parse_points(points_bytes(kOf, kRange, points), kOf, kRange, "file"), InputError);
}

}  // namespace
}  // namespace warpshop::io
