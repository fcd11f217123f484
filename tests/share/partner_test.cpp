#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "sim/share/pairing.hpp"
#include "sim/share/sampler.hpp"
#include "tests/support/sharing.hpp"

namespace warpshop::share {
namespace {

/// va and red are memory-bound, pf and mm compute-bound.
Instance of_both_categories() {
  return test::grids_on(test::device_of_subtasks("titanx"), {{"va", 9}, {"red", 9}, {"pf", 9}, {"mm", 9}});
}

TEST(Partner, IsTheFirstOfTheOtherCategoryOrTheFirst) {
  const Instance instance = of_both_categories();
  const PickPartner pick = partner_of(instance, {});
  EXPECT_EQ(pick(0, {1, 3, 2}), 1U);
  EXPECT_EQ(pick(2, {3, 1}), 1U);
  EXPECT_EQ(pick(0, {1}), 0U);
}

TEST(Partner, IsTheLongestReadyWhereAskedFor) {
  const Instance instance = of_both_categories();
  EXPECT_EQ(partner_of(instance, {.partner = Partner::order})(0, {1, 3, 2}), 0U);
}

TEST(Partner, IsAnyBySeedWhereAskedFor) {
  const Instance instance = of_both_categories();
  std::set<std::size_t> picked;
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const Pairing pairing{.partner = Partner::random, .seed = seed};
    const std::optional<std::size_t> own = partner_of(instance, pairing)(0, {1, 2, 3});
    EXPECT_EQ(own, partner_of(instance, pairing)(0, {1, 2, 3}));
    picked.insert(own.value());
  }
  EXPECT_EQ(picked, (std::set<std::size_t>{0, 1, 2}));
}

TEST(Partner, IsTheFirstOfThoseGivenOrNone) {
  const Instance instance = of_both_categories();
  const Pairing pairing{.partner = Partner::given,
                        .given = {{.one = {.first = 0, .count = 1}, .other = {.first = 2, .count = 2}},
                                  {.one = {.first = 1, .count = 1}, .other = {.first = 1, .count = 1}}}};
  const PickPartner pick = partner_of(instance, pairing);
  EXPECT_EQ(pick(0, {1, 3, 2}), 1U);
  EXPECT_EQ(pick(2, {3, 1, 0}), 2U);
  EXPECT_EQ(pick(3, {1, 2}), std::nullopt);
  EXPECT_EQ(pick(1, {0, 2, 3}), std::nullopt);
}

/// What a sampler says of 100 and 200 subtasks in a millisecond.
Progress sampled(double noise, std::uint64_t seed) {
  Sampler sampler(Millis{1}, noise, seed);
  const PairSplit split{.first = all_on(0, 1), .second = all_on(1, 1)};
  Running first{.task = 0, .subtasks = 1000, .done = 0, .asked = split.first, .held = split.first};
  Running second{.task = 1, .subtasks = 1000, .done = 0, .asked = split.second, .held = split.second};
  EXPECT_FALSE(sampler.sample(Millis{0}, split, first, second));
  first.done = 100;
  second.done = 200;
  return *sampler.sample(Millis{1}, split, first, second);
}

TEST(SamplerNoise, IsAsLargeAsAskedForAndFollowsTheSeed) {
  EXPECT_EQ(sampled(0, 1), (Progress{100, 200}));
  EXPECT_EQ(sampled(0.1, 1), sampled(0.1, 1));
  double least = 1;
  double most = 1;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const double own = sampled(0.1, seed)[0] / 100;
    EXPECT_GE(own, 0.9);
    EXPECT_LE(own, 1.1);
    least = std::min(least, own);
    most = std::max(most, own);
  }
  EXPECT_LT(least, 0.92);
  EXPECT_GT(most, 1.08);
}

}  // namespace
}  // namespace warpshop::share
