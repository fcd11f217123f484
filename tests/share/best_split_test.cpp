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
  // By `pairs`, va and pf reach 1.280 with 7 and 1 CTAs on each SM, 1.271 with 6 and 2; 1.440 with 18 and 10 SMs.
  const Instance instance = test::grids_on(test::device_of_subtasks("titanx"), {{"va", 90'000}, {"pf", 90'000}});
  EXPECT_EQ(best_split(instance, 0, 1, cta_splits(instance, 0, 1)), split_ctas(instance, 6, 2));
  const std::uint32_t sms = best_split(instance, 0, 1, sm_splits(instance, 0, 1)).first.front().sms;
  EXPECT_GE(sms, 15U);
  EXPECT_LE(sms, 18U);
}

}  // namespace
}  // namespace warpshop::share
