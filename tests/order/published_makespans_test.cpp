#include <map>

#include <gtest/gtest.h>

#include "sim/evaluate/evaluate.hpp"
#include "sim/order/policies.hpp"
#include "tests/support/reference.hpp"

namespace warpshop::order {
namespace {

TEST(PublishedMakespans, AllEighteenOfTable3_5WithinFourHundredthsOfAMillisecond) {
  const Instance contended = test::four_tasks_on_k20c();
  const Instance constant = without_contention(contended);
  const auto rows = test::reference_makespans();
  ASSERT_EQ(rows.size(), 18U);
  for (const auto& row : rows) {
    const Instance& model = row.algorithm == "neh" ? constant : contended;
    const double makespan = evaluate::makespan(model, {.order = row.order}).count();
    EXPECT_NEAR(makespan, row.makespan_ms, 0.04) << row.algorithm << " step " << row.step;
  }
}

TEST(PublishedMakespans, NehChoosesMMVATMBSAndPaysForItUnderContention) {
  const Instance instance = test::four_tasks_on_k20c();
  const Planned planned = find_policy("neh").plan(instance, {});
  EXPECT_EQ(planned.plan.order, (Order{0, 3, 2, 1}));
  EXPECT_NEAR(planned.predicted.count(), 27.31, 1e-9);
  EXPECT_NEAR(evaluate::makespan(instance, planned.plan).count(), 29.412844828, 1e-8);
}

TEST(PublishedMakespans, NehGpuChoosesBSTMMMVAWhichIsTheOptimum) {
  const Instance instance = test::four_tasks_on_k20c();
  const Planned planned = find_policy("neh-gpu").plan(instance, {});
  EXPECT_EQ(planned.plan.order, (Order{1, 2, 0, 3}));
  EXPECT_NEAR(planned.predicted.count(), 26.570185184, 1e-8);
  const Planned best = find_policy("best").plan(instance, {});
  EXPECT_TRUE(best.proven_optimal);
  EXPECT_EQ(best.predicted, planned.predicted);
}

}  // namespace
}  // namespace warpshop::order
