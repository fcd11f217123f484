#include "sim/model/point_range.hpp"

#include <set>

#include <gtest/gtest.h>
#include <rapidcheck.h>

namespace warpshop {
namespace {

TEST(Shard, HoldEachPointOnceAllTogether) {
  for (const std::uint64_t points : {std::uint64_t{1}, std::uint64_t{7}, std::uint64_t{1000}}) {
    for (const std::uint64_t of : {1, 2, 3, 7, 8, 999, 1001}) {
      std::uint64_t next = 0;
      for (std::uint64_t number = 1; number <= of; ++number) {
        const PointRange part = Shard{.number = number, .of = of}.part_of(points);
        EXPECT_EQ(part.first, next);
        EXPECT_LE(part.count(), points / of + 1);
        EXPECT_GE(part.count(), points / of);
        next = part.end;
      }
      EXPECT_EQ(next, points);
    }
  }
}

TEST(Shard, OfTheMostPointsThereMayBe) {
  const std::uint64_t most = std::uint64_t{1'000'000'000} * 100'000;
  EXPECT_EQ((Shard{.number = 1'000'000, .of = 1'000'000}.part_of(most)),
            (PointRange{.first = most - 100'000'000, .end = most}));
}

TEST(Shard, IsParsed) {
  EXPECT_EQ(parse_shard("3/8")->number, 3);
  EXPECT_EQ(parse_shard("3/8")->of, 8);
  for (const char* wrong : {"", "/", "3", "3/", "/8", "0/8", "9/8", "-1/8", "1/8 ", " 1/8", "1/1000001", "a/b", "1/2/3",
                            "1.0/2", "18446744073709551617/18446744073709551617"}) {
    EXPECT_FALSE(parse_shard(wrong)) << wrong;
  }
}

/// Against a set of the points themselves.
TEST(LeftOf, IsWhatNoneOfTheOthersHolds) {
  RC_ASSERT(rc::check([] {
    const auto within = [](std::uint64_t low, std::uint64_t high) { return *rc::gen::inRange(low, high + 1); };
    const std::uint64_t first = within(0, 40);
    const PointRange range{.first = first, .end = within(first, 60)};
    std::vector<PointRange> done;
    std::set<std::uint64_t> expected;
    for (std::uint64_t point = range.first; point < range.end; ++point) {
      expected.insert(point);
    }
    for (std::uint64_t i = within(0, 6); i > 0; --i) {
      const std::uint64_t start = within(0, 60);
      done.push_back({.first = start, .end = within(start + 1, 64)});
      for (std::uint64_t point = done.back().first; point < done.back().end; ++point) {
        expected.erase(point);
      }
    }
    std::set<std::uint64_t> found;
    const std::vector<PointRange> left = left_of(range, done);
    for (const PointRange& each : left) {
      RC_ASSERT(each.first < each.end);
      for (std::uint64_t point = each.first; point < each.end; ++point) {
        RC_ASSERT(found.insert(point).second);
      }
    }
    RC_ASSERT(found == expected);
    RC_ASSERT(count_of(left) == expected.size());
  }));
}

}  // namespace
}  // namespace warpshop
