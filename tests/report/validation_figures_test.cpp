#include "sim/report/validation_figures.hpp"

#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

#include "tests/support/validations.hpp"

namespace warpshop::report {
namespace {

using test::example_validation;
using test::measured_plan;

const PolicyMetrics& policy(const ValidationMetrics& metrics, const std::string& name) {
  for (const PolicyMetrics& row : metrics.policies) {
    if (row.policy == name) {
      return row;
    }
  }
  throw std::out_of_range(name);
}

/// Null where the policy was not compared with the base.
const stats::Speedup* speedup(const ValidationMetrics& metrics, const std::string& policy, const std::string& base) {
  for (const PolicySpeedup& row : metrics.speedups) {
    if (row.policy == policy && row.base == base) {
      return &row.speedup;
    }
  }
  return nullptr;
}

TEST(ValidationMetrics, OfEveryPlanAreMedianIntervalAndError) {
  const ValidationMetrics metrics = validation_metrics(example_validation());
  ASSERT_EQ(metrics.plans.size(), 3);
  EXPECT_EQ(metrics.plans[0].measured.median, Millis{10});
  EXPECT_EQ(metrics.plans[0].measured.low, Millis{9.5});
  EXPECT_EQ(metrics.plans[0].measured.high, Millis{10.5});
  EXPECT_DOUBLE_EQ(metrics.plans[0].error, 0.1);
  EXPECT_DOUBLE_EQ(metrics.plans[1].error, 0);
  EXPECT_DOUBLE_EQ(metrics.plans[2].error, 0.25);
}

TEST(ValidationMetrics, ErrorsAndRankCorrelationAreThoseOfTheOrders) {
  const ValidationMetrics metrics = validation_metrics(example_validation());
  EXPECT_EQ(metrics.errors.size(), 2);
  EXPECT_DOUBLE_EQ(metrics.error.mean, 0.05);
  EXPECT_DOUBLE_EQ(metrics.error.median, 0.05);
  EXPECT_DOUBLE_EQ(metrics.error.worst, 0.1);
  EXPECT_DOUBLE_EQ(metrics.mean_signed_error, 0.05) << "took longer than predicted";
  EXPECT_DOUBLE_EQ(*metrics.spearman, 1);
  EXPECT_DOUBLE_EQ(*metrics.kendall, 1);
}

TEST(ValidationMetrics, WithoutOrdersAreOverAllPlansAndKnowNoRandomOrder) {
  Validation validation = example_validation();
  validation.orders = {};
  const ValidationMetrics metrics = validation_metrics(validation);
  EXPECT_DOUBLE_EQ(metrics.error.worst, 0.25);
  EXPECT_EQ(metrics.errors.size(), 3);
  EXPECT_LT(*metrics.kendall, 1) << "two predictions are equal";
  EXPECT_EQ(speedup(metrics, "best", "any order"), nullptr);
}

TEST(ValidationMetrics, PredictionsThatTieCountAsEqual) {
  Validation validation = example_validation();
  validation.plans = {measured_plan({0, 1}, 9, {10}), measured_plan({1, 0}, 9 * (1 + 1e-12), {12})};
  validation.policies = {};
  const ValidationMetrics metrics = validation_metrics(validation);
  EXPECT_FALSE(metrics.spearman);
  EXPECT_FALSE(metrics.kendall);
}

TEST(ValidationMetrics, TheBestHasTheFirstRankAndNoLoss) {
  const ValidationMetrics metrics = validation_metrics(example_validation());
  EXPECT_EQ(policy(metrics, "best").rank, 1);
  EXPECT_TRUE(policy(metrics, "best").is_best);
  EXPECT_EQ(policy(metrics, "best").loss, 0);
  EXPECT_EQ(policy(metrics, "fifo").rank, 2);
  EXPECT_FALSE(policy(metrics, "fifo").is_best);
  EXPECT_DOUBLE_EQ(policy(metrics, "fifo").loss, 0.2);
  EXPECT_EQ(policy(metrics, "fifo").predicted, Millis{12});
  EXPECT_EQ(policy(metrics, "hyperq").rank, 3) << "beside the orders, of which it is none";
}

TEST(ValidationMetrics, OrdersWhoseIntervalsOverlapThatOfTheBestAreNotToldApartFromIt) {
  Validation validation = example_validation();
  validation.plans[1] = measured_plan({0, 1}, 12, {10.25, 10.5, 11});
  const ValidationMetrics metrics = validation_metrics(validation);
  EXPECT_EQ(policy(metrics, "fifo").rank, 1);
  EXPECT_TRUE(policy(metrics, "fifo").is_best);
  EXPECT_NEAR(policy(metrics, "fifo").loss, 0.05, 1e-12) << "what is not told apart is not the same";
}

TEST(ValidationMetrics, StreamsThatBeatEveryOrderWinAndTakeNothingFromTheBestOrder) {
  Validation validation = example_validation();
  validation.plans[2] = measured_plan({0, 1}, 12, {5}, Submission::streams);
  const ValidationMetrics metrics = validation_metrics(validation);
  EXPECT_TRUE(policy(metrics, "hyperq").is_best);
  EXPECT_DOUBLE_EQ(policy(metrics, "hyperq").loss, -0.5);
  EXPECT_TRUE(policy(metrics, "best").is_best);
}

TEST(ValidationMetrics, SpeedupsAreOverEveryBaseButThePolicyItself) {
  const ValidationMetrics metrics = validation_metrics(example_validation());
  const stats::Speedup* over_fifo = speedup(metrics, "neh-gpu", "fifo");
  ASSERT_NE(over_fifo, nullptr);
  EXPECT_DOUBLE_EQ(over_fifo->ratio, 1.2);
  EXPECT_DOUBLE_EQ(over_fifo->low, 11.5 / 10.5);
  EXPECT_DOUBLE_EQ(over_fifo->high, 12.5 / 9.5);
  EXPECT_TRUE(over_fifo->different);
  ASSERT_NE(speedup(metrics, "neh-gpu", "hyperq"), nullptr);
  EXPECT_DOUBLE_EQ(speedup(metrics, "neh-gpu", "hyperq")->ratio, 1.6);
  ASSERT_NE(speedup(metrics, "neh-gpu", "mps"), nullptr);
  EXPECT_FALSE(speedup(metrics, "neh-gpu", "mps")->different) << "9.5 … 10.5 and 10 … 11";
  EXPECT_EQ(speedup(metrics, "neh-gpu", "single-queue"), nullptr) << "could not be measured";
  EXPECT_EQ(speedup(metrics, "fifo", "fifo"), nullptr);
  EXPECT_EQ(speedup(metrics, "hyperq", "hyperq"), nullptr);
  EXPECT_NE(speedup(metrics, "fifo", "hyperq"), nullptr);
  EXPECT_EQ(metrics.speedups.size(), 4 + 4 + 3 + 3);
}

TEST(ValidationMetrics, ARandomOrderTakesTheMedianOfTheOrdersMedians) {
  const ValidationMetrics metrics = validation_metrics(example_validation());
  const stats::Speedup* over_random = speedup(metrics, "best", "any order");
  ASSERT_NE(over_random, nullptr);
  EXPECT_DOUBLE_EQ(over_random->ratio, 11.0 / 10);
  EXPECT_DOUBLE_EQ(over_random->low, 10 / 10.5);
  EXPECT_DOUBLE_EQ(over_random->high, 12 / 9.5);
  EXPECT_FALSE(over_random->different);
}

TEST(ValidationMetrics, TheOrderThatThePolicyRandomDrewIsHeldAgainstAllOrders) {
  Validation validation = example_validation();
  validation.policies.push_back({"random", 1});
  const ValidationMetrics metrics = validation_metrics(validation);
  ASSERT_NE(speedup(metrics, "random", "any order"), nullptr);
  EXPECT_DOUBLE_EQ(speedup(metrics, "random", "any order")->ratio, 11.0 / 12);
}

TEST(ValidationMetrics, OfNothingAreNone) {
  const ValidationMetrics metrics = validation_metrics({});
  EXPECT_TRUE(metrics.plans.empty());
  EXPECT_EQ(metrics.error.worst, 0);
  EXPECT_FALSE(metrics.kendall);
}

}  // namespace
}  // namespace warpshop::report
