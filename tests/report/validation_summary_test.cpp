#include "sim/report/validation_summary.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "sim/report/validation_figures.hpp"
#include "tests/support/validations.hpp"

namespace warpshop::report {
namespace {

/// The example, and one where fifo's order is twice as fast as the other, which neh-gpu chose; without best and mps.
std::vector<ValidationMetrics> two_workloads() {
  Validation other = test::example_validation();
  other.plans = {test::measured_plan({1, 0}, 9, {20}), test::measured_plan({0, 1}, 12, {10}),
                 test::measured_plan({0, 1}, 12, {10}, Submission::streams)};
  other.policies = {{"neh-gpu", 0}, {"fifo", 1}, {"hyperq", 2}};
  other.rivals = {};
  return {validation_metrics(test::example_validation()), validation_metrics(other)};
}

TEST(ValidationSummary, ErrorsAreThoseOfTheOrdersOfAllWorkloads) {
  const ValidationSummary all = summary(two_workloads());
  EXPECT_EQ(all.workloads, 2);
  EXPECT_EQ(all.orders, 4);  // errors 0.1, 0, 0.55, 0.2
  EXPECT_DOUBLE_EQ(all.error.mean, 0.85 / 4);
  EXPECT_DOUBLE_EQ(all.error.median, 0.15);
  EXPECT_DOUBLE_EQ(all.error.worst, 0.55);
}

TEST(ValidationSummary, RankCorrelationIsTheMeanOfTheWorkloadsThatHaveOne) {
  std::vector<ValidationMetrics> workloads = two_workloads();
  EXPECT_DOUBLE_EQ(*summary(workloads).kendall, 0);
  EXPECT_DOUBLE_EQ(*summary(workloads).spearman, 0);
  workloads[1].kendall.reset();
  EXPECT_DOUBLE_EQ(*summary(workloads).kendall, 1);
  workloads[0].kendall.reset();
  EXPECT_FALSE(summary(workloads).kendall);
}

TEST(ValidationSummary, CountsWhereAPolicyWasBestAndWhatItLostElsewhere) {
  const ValidationSummary all = summary(two_workloads());
  ASSERT_EQ(all.policies.size(), 4);
  EXPECT_EQ(all.policies[0].policy, "best");
  EXPECT_EQ(all.policies[0].workloads, 1);
  EXPECT_EQ(all.policies[0].best, 1);
  const PolicySummary& neh = all.policies[1];
  EXPECT_EQ(neh.policy, "neh-gpu");
  EXPECT_EQ(neh.workloads, 2);
  EXPECT_EQ(neh.best, 1);
  EXPECT_DOUBLE_EQ(neh.mean_loss, 0.5);
  EXPECT_DOUBLE_EQ(neh.worst_loss, 1);
}

TEST(ValidationSummary, SpeedupsAreAveragedAsRatios) {
  const ValidationSummary all = summary(two_workloads());
  const auto over_fifo = std::find_if(all.speedups.begin(), all.speedups.end(), [](const SpeedupSummary& row) {
    return row.policy == "neh-gpu" && row.base == "fifo";
  });
  ASSERT_NE(over_fifo, all.speedups.end());
  EXPECT_EQ(over_fifo->workloads, 2);
  EXPECT_DOUBLE_EQ(over_fifo->geometric_mean, std::sqrt(1.2 * 0.5));
  EXPECT_DOUBLE_EQ(over_fifo->median, (1.2 + 0.5) / 2);
  EXPECT_EQ(over_fifo->faster, 1);
  EXPECT_EQ(over_fifo->slower, 1);
}

TEST(ValidationSummary, ABaseCountsOnTheWorkloadsWhereItWasMeasured) {
  const ValidationSummary all = summary(two_workloads());
  const auto over_mps = std::find_if(all.speedups.begin(), all.speedups.end(), [](const SpeedupSummary& row) {
    return row.policy == "neh-gpu" && row.base == "mps";
  });
  ASSERT_NE(over_mps, all.speedups.end());
  EXPECT_EQ(over_mps->workloads, 1);
  EXPECT_EQ(over_mps->faster + over_mps->slower, 0);
}

TEST(ValidationSummary, OfNothingIsEmpty) {
  const ValidationSummary none = summary({});
  EXPECT_EQ(none.workloads, 0);
  EXPECT_TRUE(none.policies.empty());
  EXPECT_EQ(none.error.mean, 0);
}

}  // namespace
}  // namespace warpshop::report
