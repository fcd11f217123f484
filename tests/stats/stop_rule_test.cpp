#include "sim/stats/stop_rule.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace warpshop::stats {
namespace {

TEST(StopRule, StopsAtOnceWhenSamplesAgree) {
  const StopRule rule{.max_relative_error = 0.01, .min_samples = 3, .max_samples = 500};
  EXPECT_TRUE(rule.done(std::vector{10.0, 10.0, 10.0}));
  EXPECT_FALSE(rule.done(std::vector{10.0, 10.0}));
  EXPECT_FALSE(rule.done(std::vector<double>{}));
}

TEST(StopRule, GoesOnWhileTheIntervalOfTheMedianIsWide) {
  const StopRule rule{.max_relative_error = 0.01, .min_samples = 5};
  EXPECT_FALSE(rule.done(std::vector{9.0, 10.0, 11.0, 9.5, 10.5}));
  EXPECT_TRUE(rule.done(std::vector{9.95, 10.0, 10.05, 9.98, 10.02}));
}

TEST(StopRule, OneOutlierDoesNotKeepItGoing) {
  const StopRule rule{.max_relative_error = 0.01};
  EXPECT_TRUE(rule.done(std::vector{10.0, 10.01, 9.99, 10.0, 25.0, 10.02, 9.98, 10.0, 10.01, 9.99}));
}

TEST(StopRule, GivesUpAfterTheMostSamplesOrTheMostTime) {
  const StopRule rule{.max_relative_error = 0, .min_samples = 2, .max_samples = 4, .max_total = 100};
  EXPECT_FALSE(rule.done(std::vector{1.0, 2.0, 3.0}));
  EXPECT_TRUE(rule.done(std::vector{1.0, 2.0, 3.0, 4.0}));
  EXPECT_TRUE(rule.done(std::vector{60.0, 40.0}));
  EXPECT_FALSE(rule.done(std::vector{200.0})) << "one sample is none";
}

}  // namespace
}  // namespace warpshop::stats
