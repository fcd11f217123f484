#include "sim/evaluate/bounds/shared_bound.hpp"

#include <gtest/gtest.h>

#include "sim/model/instance.hpp"
#include "tests/support/fleets.hpp"

namespace warpshop::evaluate {
namespace {

/// Kernels of 40 subtasks that take 4 ms alone on two SMs; each subtask keeps an SM's part of the DRAM busy for 0.2 ms,
/// its issue slots for 0.1 ms.
Instance two_sms(std::size_t kernels) {
  Instance instance;
  instance.rates = test::even_rates(1);
  instance.chip = Chip{.sm = {.count = 2, .registers = 65'536, .shared_memory = Bytes{1}, .threads = 2048, .ctas = 16},
                       .memory_bandwidth = {}};
  NamedKernel kernel{.name = "k", .model = {}, .law = 0};
  kernel.model.cta = CtaResources{.threads = 256, .shared_memory = {}, .per_sm = 8};
  instance.kernels = {kernel};
  CoRunKernel law{.delay = Millis{1}, .demand = {}};
  law.demand = {Millis{0.1}, Millis{0.2}, Millis{0}};
  instance.co_run = CoRunProfile{.sms = 2, .kernels = {CorrectedKernel{.law = law}}, .pairs = {}};
  for (std::size_t task = 0; task < kernels; ++task) {
    instance.jobs.push_back(test::job_of(-1, 4, -1));
    instance.work.push_back({.kernel = 0, .subtasks = 40, .length = 1});
  }
  return instance;
}

TEST(SharedBound, AKernelTakesAsLongAsAloneInTheFasterOfItsForms) {
  Instance instance = two_sms(1);
  EXPECT_DOUBLE_EQ(least_shared_time(instance, 0).count(), 4);
  instance.kernels[0].model.transformation = 1.5;
  EXPECT_DOUBLE_EQ(least_shared_time(instance, 0).count(), 4);
  instance.kernels[0].model.transformation = 0.5;
  EXPECT_DOUBLE_EQ(least_shared_time(instance, 0).count(), 2);
  instance.kernels[0].model.invocation = Millis{1};  // is launched in either
  EXPECT_DOUBLE_EQ(least_shared_time(instance, 0).count(), 2.5);
}

/// 40 subtasks in three rounds of 16: at the rate of whole ones they would take two and a half.
TEST(SharedBound, BesideOthersLastRoundsMayBeHidden) {
  EXPECT_DOUBLE_EQ(least_shared_time(two_sms(2), 0).count(), 4 * 2.5 / 3);
}

TEST(SharedBound, CopiesMayMakeAMemoryBoundKernelFaster) {
  Instance instance = two_sms(1);
  instance.chip->interference = Interference{.kernel_beside_h2d = 1.25, .kernel_beside_d2h = 0.5};
  EXPECT_DOUBLE_EQ(least_shared_time(instance, 0).count(), 4);
  instance.kernels[0].model.category = Category::memory_bound;
  EXPECT_DOUBLE_EQ(least_shared_time(instance, 0).count(), 3.2);
}

TEST(SharedBound, ResourcesServeAllKernelsOneAfterTheOther) {
  EXPECT_DOUBLE_EQ(shared_lower_bound(two_sms(3), Objective::makespan).count(), 12);
  // Each alone from the start: of three equal weights, no order can be told.
  EXPECT_DOUBLE_EQ(shared_lower_bound(two_sms(3), Objective::weighted_completion).count(), 10);
}

/// Beside each other they were measured to be a half faster than the law has it: three of them take two thirds.
TEST(SharedBound, WhatAPairWasMeasuredToDoMayBeFasterThanTheLaw) {
  Instance instance = two_sms(3);
  instance.kernels.push_back(instance.kernels[0]);
  instance.kernels[1].law = 1;
  instance.work[2].kernel = 1;
  CoRunProfile& profile = *instance.co_run;
  profile.kernels.push_back(profile.kernels[0]);
  const CorrectionCurve faster({{0, 1}, {0.5, 1.5}, {1, 1}});
  profile.pairs = {{.first = 0,
                    .second = 1,
                    .kernels = {profile.kernels[0], profile.kernels[1]},
                    .most = {8, 8},
                    .by_share = {faster, faster}}};
  EXPECT_DOUBLE_EQ(shared_lower_bound(instance, Objective::makespan).count(), 8);
}

TEST(SharedBound, AKernelThatSharesWithNobodyTakesItsSmsButNoBandwidth) {
  Instance instance = two_sms(2);
  instance.work[1] = {};
  instance.jobs[1].kernel = instance.jobs[0].kernel = Millis{30};
  EXPECT_DOUBLE_EQ(least_shared_time(instance, 1).count(), 30);
  // 30 ms on all SMs, and 40 · 0.1 ms of the other's issue slots on two.
  EXPECT_DOUBLE_EQ(shared_lower_bound(instance, Objective::makespan).count(), 32);
  instance.work[0] = {};
  EXPECT_DOUBLE_EQ(shared_lower_bound(instance, Objective::makespan).count(), 60);
}

TEST(SharedBound, CopiesComeOnTopAndMayBeFasterBesideKernels) {
  Instance instance = two_sms(1);
  instance.jobs[0] = test::job_of(5, 4, 3);
  EXPECT_DOUBLE_EQ(shared_lower_bound(instance, Objective::makespan).count(), 12);
  instance.chip->interference = Interference{.h2d_beside_kernel = 1.25, .d2h_beside_kernel = 0.5};
  EXPECT_DOUBLE_EQ(shared_lower_bound(instance, Objective::makespan).count(), 11);
}

}  // namespace
}  // namespace warpshop::evaluate
