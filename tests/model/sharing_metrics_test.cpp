#include "sim/model/sharing_metrics.hpp"

#include <gtest/gtest.h>

namespace warpshop {
namespace {

Instance of_kernels(std::initializer_list<double> milliseconds) {
  Instance instance;
  for (const double each : milliseconds) {
    Job& job = instance.jobs.emplace_back();
    job.kernel = Millis{each};
    job.has = {false, true, false};
  }
  return instance;
}

Interval kernel(std::uint32_t task, double start, double end) {
  return {.task = task, .stage = Stage::kernel, .start = Millis{start}, .end = Millis{end}};
}

TEST(SharingMetrics, FollowsItsFormulas) {
  // 4 ms and 3 ms of work in 1 … 6 and 8 … 9: seven in six; NP 4/5, 2/5 and 1
  const Instance instance = of_kernels({4, 2, 1});
  const Timeline timeline{.intervals = {kernel(0, 1, 6), kernel(1, 1, 6), kernel(2, 8, 9)}, .makespan = Millis{9}};
  const auto metrics = sharing_metrics(instance, timeline);
  ASSERT_TRUE(metrics);
  EXPECT_DOUBLE_EQ(metrics->stp, 7.0 / 6);
  EXPECT_DOUBLE_EQ(metrics->antt, (1.25 + 2.5 + 1) / 3);
  EXPECT_DOUBLE_EQ(metrics->fairness, 0.4);
}

TEST(SharingMetrics, AreOneWhereKernelsRunOneAtATimeAndMissingWithoutAny) {
  const Timeline timeline{.intervals = {kernel(1, 0, 2), kernel(0, 3, 7)}, .makespan = Millis{7}};
  const auto metrics = sharing_metrics(of_kernels({4, 2}), timeline);
  ASSERT_TRUE(metrics);
  EXPECT_DOUBLE_EQ(metrics->stp, 1);
  EXPECT_DOUBLE_EQ(metrics->antt, 1);
  EXPECT_DOUBLE_EQ(metrics->fairness, 1);
  EXPECT_FALSE(sharing_metrics(of_kernels({0}), {.intervals = {kernel(0, 1, 1)}}));
}

}  // namespace
}  // namespace warpshop
