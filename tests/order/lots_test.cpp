#include <algorithm>
#include <cstddef>

#include <gtest/gtest.h>

#include "sim/evaluate/evaluate.hpp"
#include "sim/order/insertion/insertion.hpp"
#include "sim/order/policies.hpp"
#include "tests/support/reference.hpp"

namespace warpshop::order {
namespace {

Planned lots_of(const Instance& instance) {
  return find_policy("lots").plan(instance, {});
}

Job task_times(double h2d, double kernel, double d2h) {
  Job job;
  job.copies = {Copy{.payload = Millis{h2d}}, Copy{.payload = Millis{d2h}}};
  job.kernel = Millis{kernel};
  job.has = {true, true, true};
  return job;
}

/// Kernel-dominant tasks, then transfer-dominant ones; rates of 1.
Instance sorted_by_kind(std::size_t kernels, std::size_t transfers) {
  Instance instance;
  for (auto& direction : instance.rates) {
    for (auto& own : direction) {
      own.fill(1);
    }
  }
  for (std::size_t i = 0; i < kernels; ++i) {
    instance.jobs.push_back(task_times(1, 5 + static_cast<double>(i % 7), 1));
  }
  for (std::size_t i = 0; i < transfers; ++i) {
    instance.jobs.push_back(task_times(2 + static_cast<double>(i % 5), 1, 2));
  }
  return instance;
}

TEST(Lots, UpToSixteenTasksAreOneLotOrderedAsByNehGpu) {
  const Instance four = test::four_tasks_on_k20c();
  EXPECT_EQ(lots_of(four).plan, insertion(four).plan);
  const Instance sixteen = sorted_by_kind(0, 16);
  EXPECT_EQ(lots_of(sixteen).plan, insertion(sixteen).plan);
}

TEST(Lots, EachHasItsShareOfKernelDominantTasksInInputOrder) {
  const Instance instance = sorted_by_kind(48, 16);
  const Order order = lots_of(instance).plan.order;
  for (std::size_t lot = 0; lot < 4; ++lot) {
    Order tasks(order.begin() + static_cast<std::ptrdiff_t>(16 * lot),
                order.begin() + static_cast<std::ptrdiff_t>(16 * lot + 16));
    std::sort(tasks.begin(), tasks.end());
    Order expected;
    for (std::uint32_t i = 0; i < 12; ++i) {
      expected.push_back(static_cast<std::uint32_t>(12 * lot) + i);
    }
    for (std::uint32_t i = 0; i < 4; ++i) {
      expected.push_back(static_cast<std::uint32_t>(48 + 4 * lot) + i);
    }
    EXPECT_EQ(tasks, expected) << "lot " << lot;
  }
}

TEST(Lots, AreAsEqualInLengthAsTheyCanBe) {
  const Instance instance = sorted_by_kind(0, 34);  // 11, 11 and 12
  const Order order = lots_of(instance).plan.order;
  EXPECT_EQ(*std::max_element(order.begin(), order.begin() + 11), 10U);
  EXPECT_EQ(*std::max_element(order.begin() + 11, order.begin() + 22), 21U);
}

TEST(Lots, TheWholeOrderIsPredictedAndPrecedenceKept) {
  Instance instance = sorted_by_kind(20, 20);
  instance.precedence = {{.before = 39, .after = 0}};
  const Planned planned = lots_of(instance);
  const Order& order = planned.plan.order;
  EXPECT_LT(std::find(order.begin(), order.end(), 39U), std::find(order.begin(), order.end(), 0U));
  EXPECT_EQ(planned.predicted, evaluate::makespan(instance, planned.plan));
  EXPECT_FALSE(planned.proven_optimal);
}

}  // namespace
}  // namespace warpshop::order
