#include <array>
#include <map>

#include <gtest/gtest.h>

#include "sim/order/policies.hpp"
#include "sim/order/ranking.hpp"
#include "tests/support/instances.hpp"

namespace warpshop::order {
namespace {

Instance instance_of(const std::vector<std::array<double, 3>>& tasks) {
  Instance instance;
  instance.rates = {{{{{1, 1}, {1, 1}}}, {{{1, 1}, {1, 1}}}}};
  for (const auto& [h2d, kernel, d2h] : tasks) {
    instance.jobs.push_back(test::make_job({}, {Millis{0}, Millis{h2d}}, kernel, {Millis{0}, Millis{d2h}}, 7, 0, 0));
  }
  return instance;
}

Order order_by(const char* policy, const Instance& instance, std::uint64_t seed = 1) {
  return find_policy(policy).plan(instance, {.seed = seed}).plan.order;
}

TEST(SortedOrders, SlopeIndexPutsLongCopiesOutAndShortCopiesInFirst) {
  // A_j = 2 (D2H - H2D): -2, 4, 0, 4.
  EXPECT_EQ(order_by("si", instance_of({{3, 1, 2}, {1, 9, 3}, {2, 5, 2}, {2, 0, 4}})), (Order{1, 3, 2, 0}));
}

TEST(SortedOrders, JohnsonOpensWithWhatGetsInFastAndClosesWithWhatGetsOutFast) {
  // (H + K, K + D): (3, 5), (2, 2), (6, 3), (5, 4), (1, 9): a ≤ b by increasing a, then by decreasing b.
  EXPECT_EQ(order_by("johnson", instance_of({{2, 1, 4}, {1, 1, 1}, {4, 2, 1}, {3, 2, 2}, {0, 1, 8}})),
            (Order{4, 1, 0, 3, 2}));
}

TEST(SortedOrders, SingleQueueStartsWithTheShortestCopyInAndGoesOnWithTheBestFit) {
  // After task 1 (kernel of 6): copies of 2, 6 and 4 against 6 ms of kernel work left, kernels of 1 against no D2H
  // work.
  EXPECT_EQ(order_by("sq", instance_of({{2, 1, 1}, {1, 6, 1}, {6, 1, 1}, {4, 1, 1}})).front(), 1U);
  EXPECT_EQ(order_by("sq", instance_of({{2, 1, 1}, {1, 6, 1}, {6, 1, 1}, {4, 1, 1}}))[1], 2U);
}

TEST(SortedOrders, RandomDependsOnItsSeedAlone) {
  const Instance instance = instance_of(std::vector<std::array<double, 3>>(20, {1, 1, 1}));
  EXPECT_EQ(order_by("random", instance, 7), order_by("random", instance, 7));
  EXPECT_NE(order_by("random", instance, 7), order_by("random", instance, 8));
}

TEST(SortedOrders, RandomReachesEveryOrderAboutEquallyOften) {
  const Instance instance = instance_of(std::vector<std::array<double, 3>>(3, {1, 1, 1}));
  std::map<Order, int> seen;
  for (std::uint64_t seed = 0; seed < 6000; ++seed) {
    ++seen[order_by("random", instance, seed)];
  }
  EXPECT_EQ(seen.size(), 6U);
  for (const auto& [order, times] : seen) {
    EXPECT_NEAR(times, 1000, 150);
  }
}

TEST(SortedOrders, FifoAndHyperqKeepTheOrderOfTheWorkload) {
  const Instance instance = instance_of({{3, 1, 2}, {1, 9, 3}, {2, 5, 2}});
  EXPECT_EQ(order_by("fifo", instance), (Order{0, 1, 2}));
  EXPECT_EQ(order_by("hyperq", instance), (Order{0, 1, 2}));
  EXPECT_EQ(find_policy("hyperq").plan(instance, {}).plan.submission, Submission::streams);
}

TEST(Ranking, KeysWithinOneInABillionKeepInputOrder) {
  EXPECT_EQ(by_decreasing({Millis{1}, Millis{2}, Millis{2 + 1e-9}, Millis{3}}), (Order{3, 1, 2, 0}));
  EXPECT_EQ(by_decreasing({Millis{1}, Millis{2}, Millis{2 + 1e-8}, Millis{3}}), (Order{3, 2, 1, 0}));
}

}  // namespace
}  // namespace warpshop::order
