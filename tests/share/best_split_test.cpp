// The split that smk and smt choose where none is given.
#include <cstdint>

#include <gtest/gtest.h>

#include "sim/share/sm_split.hpp"
#include "tests/support/sharing.hpp"

namespace warpshop::share {
namespace {

TEST(BestSplit, IsEvenBetweenKernelsThatAreAlike) {
  for (const std::int64_t sms : {28, 108}) {
    Device device = test::device_of_subtasks("titanx");
    device.sm->count = sms;
    const Instance instance = test::grids_on(device, {{"pf", 90'000}, {"pf", 90'000}});
    const auto half = static_cast<std::uint32_t>(sms / 2);
    EXPECT_EQ(best_split(instance, 0, 1, sm_splits(instance, 0, 1)), split_sms(instance, half)) << sms;
  }
  const Instance instance = test::grids_on(test::device_of_subtasks("titanx"), {{"pf", 90'000}, {"pf", 90'000}});
  const PairSplit inside = best_split(instance, 0, 1, cta_splits(instance, 0, 1));
  EXPECT_EQ(inside.first, inside.second);
}

TEST(BestSplit, GivesAwayNoMoreThanAPerCentOfThroughput) {
  // By `pairs`, va and pf reach 1.385 with 1 and 7 CTAs on each SM, 1.379 with 2 and 6; 1.387 with 9 and 19 SMs.
  const Instance instance = test::grids_on(test::device_of_subtasks("titanx"), {{"va", 90'000}, {"pf", 90'000}});
  EXPECT_EQ(best_split(instance, 0, 1, cta_splits(instance, 0, 1)), split_ctas(instance, 2, 6));
  const std::uint32_t sms = best_split(instance, 0, 1, sm_splits(instance, 0, 1)).first.front().sms;
  EXPECT_GE(sms, 8U);
  EXPECT_LE(sms, 11U);
}

}  // namespace
}  // namespace warpshop::share
