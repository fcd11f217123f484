#include "sim/study/expected_time.hpp"

#include <gtest/gtest.h>

#include "sim/study/all_policies.hpp"
#include "tests/support/fleets.hpp"

namespace warpshop::study {
namespace {

Instance kernels_of_a_millisecond(std::size_t tasks) {
  Instance instance{.rates = test::even_rates(1)};
  instance.jobs.assign(tasks, test::job_of(1, 1, 1));
  return instance;
}

TEST(ExpectedTime, GrowsAsItWasMeasured) {
  const auto of = [](const char* policy, std::size_t tasks, Objective objective) {
    return expected_time(find_policy(policy), kernels_of_a_millisecond(tasks), objective);
  };
  EXPECT_EQ(of("leftover", 800, Objective::makespan), Millis{100e3});
  EXPECT_EQ(of("leftover", 1600, Objective::makespan), Millis{400e3});
  EXPECT_EQ(of("fifo", 100'000, Objective::weighted_completion), std::nullopt);
  EXPECT_EQ(of("neh-gpu", 4096, Objective::makespan), std::nullopt);  // the closed form is quick
  EXPECT_GT(of("neh-gpu", 4096, Objective::weighted_completion), Millis{60e3});
}

TEST(ExpectedTime, WhatTakesMoreThanAMinuteIsTold) {
  const std::vector<NamedPolicy> policies{named_policy("fifo"), named_policy("leftover"), named_policy("timeslice")};
  const auto told = [&](std::size_t tasks) {
    return slow_policies(policies, kernels_of_a_millisecond(tasks), Objective::makespan);
  };
  EXPECT_EQ(told(600), "");
  EXPECT_EQ(told(800), "leftover takes about 100 s for 800 tasks, as estimated from fewer");
  EXPECT_EQ(told(4096),
            "leftover takes about 44 min, timeslice takes about 35 min for 4096 tasks, as estimated from fewer");
}

}  // namespace
}  // namespace warpshop::study
