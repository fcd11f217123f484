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
  EXPECT_EQ(of("spart", 1600, Objective::makespan), Millis{4e3});
  EXPECT_EQ(of("spart", 16'000, Objective::makespan), Millis{40e3});
  EXPECT_EQ(of("leftover", 100'000, Objective::makespan), std::nullopt);
  EXPECT_EQ(of("fifo", 100'000, Objective::weighted_completion), std::nullopt);
  EXPECT_EQ(of("neh-gpu", 4096, Objective::makespan), std::nullopt);  // the closed form is quick
  EXPECT_GT(of("neh-gpu", 4096, Objective::weighted_completion), Millis{60e3});
}

TEST(ExpectedTime, WhatTakesMoreThanAMinuteIsTold) {
  const std::vector<NamedPolicy> policies{named_policy("fifo"), named_policy("leftover"), named_policy("spart")};
  const auto told = [&](std::size_t tasks) {
    return slow_policies(policies, kernels_of_a_millisecond(tasks), Objective::weighted_completion);
  };
  EXPECT_EQ(told(16'000), "");
  EXPECT_EQ(told(40'000), "spart takes about 100 s for 40000 tasks, as estimated from fewer");
}

}  // namespace
}  // namespace warpshop::study
