#include "sim/io/sweep/points.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <string>

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
    point.lower_bound = Millis{1e-300 * static_cast<double>(number)};
    point.baselines = {Millis{1e-200}, Millis{1e30}, Millis{1.0 / 3}};
    point.best = Millis{1e-100};
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
  const auto refusal = [](const std::function<void(SweepPoint&)>& edit) {
    std::vector<SweepPoint> points = some_points();
    edit(points[3]);
    try {
      parse_points(points_bytes(kOf, kRange, points), kOf, kRange, "file");
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("taken");
  };
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(refusal([](SweepPoint& point) { point.costs[1].cost = Millis{-1}; }),
            "file: holds -1 in point 11, expected what a sweep writes");
  EXPECT_EQ(refusal([](SweepPoint& point) { point.best = Millis{kInfinity}; }),
            "file: holds inf in point 11, expected what a sweep writes");
  EXPECT_EQ(refusal([](SweepPoint& point) { point.kernel_dominant = 5; }),
            "file: holds a set of more than 4 tasks in point 11, expected what a sweep writes");
  const std::string longer = "file: holds a time longer than any in point 11, expected what a sweep writes";
  EXPECT_EQ(refusal([](SweepPoint& point) { point.costs[0].planning = Millis{1e308}; }), longer);
  EXPECT_EQ(refusal([](SweepPoint& point) { point.costs[1].makespan = Millis{1e300}; }), longer);
  const std::string larger = "file: holds a cost larger than any in point 11, expected what a sweep writes";
  EXPECT_EQ(refusal([](SweepPoint& point) { point.costs[1].predicted = Millis{1e308}; }), larger);
  EXPECT_EQ(refusal([](SweepPoint& point) { point.costs[0].cost = Millis{1e300}; }), larger);
  EXPECT_EQ(refusal([](SweepPoint& point) { point.baselines[2] = Millis{1e300}; }), larger);
  EXPECT_EQ(refusal([](SweepPoint& point) { point.costs[1].cost = Millis{0}; }),
            "file: holds a cost below the least one in point 11, expected what a sweep writes");
  const std::string below = "file: holds a cost below the lower bound in point 11, expected what a sweep writes";
  EXPECT_EQ(refusal([](SweepPoint& point) { point.lower_bound = Millis{1e20}; }), below);
  EXPECT_EQ(refusal([](SweepPoint& point) { point.lower_bound = point.best = Millis{0.25}; }), below);
}

TEST(Points, OfPartsOfTasksAreRefused) {
  std::vector<SweepPoint> points = some_points();
  std::string bytes = points_bytes(kOf, kRange, points);
  const std::size_t heading = bytes.find('\n') + 1;
  const double half = 0.5;  // of the first point, whose tasks stand first
  std::memcpy(bytes.data() + heading, &half, sizeof half);
  const auto with_check = [&](std::uint64_t check) {
    std::memcpy(bytes.data() + bytes.size() - sizeof check, &check, sizeof check);
    return bytes;
  };
  // FNV-1a by words, high bits folded in, as the file has it
  std::uint64_t check = 0xcbf29ce484222325U;
  for (std::size_t at = 0; at < bytes.size() - sizeof check; at += sizeof check) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, std::min(sizeof word, bytes.size() - sizeof check - at));
    check = (check ^ word) * 0x100000001b3U;
    check ^= check >> 32U;
  }
  try {
    parse_points(with_check(check), kOf, kRange, "file");
    ADD_FAILURE() << "taken";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "file: holds 0.5 tasks in point 8, expected a whole number");
  }
}

}  // namespace
}  // namespace warpshop::io
