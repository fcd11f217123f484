#include <gtest/gtest.h>

#include "sim/model/instance.hpp"
#include "sim/model/split.hpp"
#include "tests/model/device_and_workload.hpp"

namespace warpshop {
namespace {

using test::copy_of;
using test::device_of_round_figures;
using test::kernel_of;
using test::Stages;
using test::task_of;
using test::workload_of;

/// The one job of a workload of one task.
Job resolved(const Stages& stages, const Device& device = device_of_round_figures()) {
  return resolve(workload_of({task_of(stages)}), device).jobs.at(0);
}

std::string error_of(const Stages& stages, const Device& device = device_of_round_figures()) {
  try {
    resolve(workload_of({task_of(stages)}), device);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Resolve, ASizeIsLatencyAndPayloadAtTheBandwidthOfItsMemoryAndDirection) {
  const Job pinned = resolved({.h2d = copy_of(Bytes{8'000'000}), .d2h = copy_of(Bytes{8'000'000})});
  EXPECT_EQ(pinned.copy(Direction::h2d).latency.count(), 0.01);
  EXPECT_EQ(pinned.copy(Direction::h2d).payload.count(), 2);
  EXPECT_EQ(pinned.copy(Direction::d2h).latency.count(), 0.02);
  EXPECT_EQ(pinned.copy(Direction::d2h).payload.count(), 1.6);
  const Job pageable = resolved(
      {.h2d = copy_of(Bytes{8'000'000}, Memory::pageable), .d2h = copy_of(Bytes{8'000'000}, Memory::pageable)});
  EXPECT_EQ(pageable.copy(Direction::h2d).latency.count(), 0.03);
  EXPECT_EQ(pageable.copy(Direction::h2d).payload.count(), 4);
  EXPECT_EQ(pageable.copy(Direction::d2h).latency.count(), 0.04);
  EXPECT_EQ(pageable.copy(Direction::d2h).payload.count(), 8);
}

TEST(Resolve, ASizeTakesTheMeasuredPointsOfItsTransfers) {
  Device device = device_of_round_figures();
  device.transfers[0][0].points = {{Bytes{1000}, {1e9}}, {Bytes{100'000}, {3e9}}};
  EXPECT_NEAR(resolved({.h2d = copy_of(Bytes{10'000})}, device).copies[0].payload.count(), 0.005, 1e-12);
}

TEST(Resolve, ADurationIsPayloadAsAWhole) {
  const Job job = resolved({.h2d = copy_of(Millis{2.5}), .d2h = copy_of(Millis{1.5}, Memory::pageable)});
  EXPECT_EQ(job.copies[0].latency.count(), 0);
  EXPECT_EQ(job.copies[0].payload.count(), 2.5);
  EXPECT_EQ(job.copies[1].latency.count(), 0);
  EXPECT_EQ(job.copies[1].payload.count(), 1.5);
}

TEST(Resolve, ADurationHasTheLatencyThatTheWorkloadSays) {
  CopySpec copy = copy_of(Millis{0.017});
  copy.latency = Millis{0.015};
  const Job job = resolved({.h2d = copy, .d2h = copy});
  EXPECT_EQ(job.copies[0].latency, Millis{0.015});
  EXPECT_DOUBLE_EQ(job.copies[0].payload.count(), 0.002);
  EXPECT_EQ(job.alone(Stage::d2h), Millis{0.017});
}

TEST(Resolve, AKernelTakesItsTimePerElementAndItsInvocation) {
  EXPECT_DOUBLE_EQ(resolved({.kernel = kernel_of("scale", 1'000'000)}).kernel.count(), 2.005);
  EXPECT_DOUBLE_EQ(resolved({.kernel = kernel_of("scale", 0)}).kernel.count(), 0.005);
  EXPECT_EQ(resolved({.kernel = kernel_of(Millis{7})}).kernel.count(), 7);
}

TEST(Resolve, KnowsWhichStagesATaskHas) {
  const std::array<bool, 3> kernel_only{false, true, false};
  const std::array<bool, 3> copies_only{true, false, true};
  EXPECT_EQ(resolved({.kernel = kernel_of(Millis{0})}).has, kernel_only);
  EXPECT_EQ(resolved({.h2d = copy_of(Bytes{0}), .d2h = copy_of(Millis{1})}).has, copies_only);
}

TEST(Resolve, TotalIsTheSumOfAllStagesAlone) {
  const Job job =
      resolved({.h2d = copy_of(Bytes{8'000'000}), .kernel = kernel_of(Millis{3}), .d2h = copy_of(Millis{1})});
  EXPECT_DOUBLE_EQ(job.alone(Stage::h2d).count(), 2.01);
  EXPECT_DOUBLE_EQ(job.alone(Stage::kernel).count(), 3);
  EXPECT_DOUBLE_EQ(job.alone(Stage::d2h).count(), 1);
  EXPECT_DOUBLE_EQ(job.total().count(), 6.01);
}

TEST(Resolve, RepeatsAndReleasesBecomeJobs) {
  Task repeated = task_of({.kernel = kernel_of(Millis{1})});
  repeated.release = Millis{4};
  repeated.count = 3;
  const Workload workload = workload_of({repeated, task_of({.kernel = kernel_of(Millis{2})})});
  const Instance instance = resolve(workload, device_of_round_figures());
  ASSERT_EQ(instance.size(), 4U);
  EXPECT_EQ(instance.jobs[2].kernel.count(), 1);
  EXPECT_EQ(instance.jobs[2].release.count(), 4);
  EXPECT_EQ(instance.jobs[3].kernel.count(), 2);
  EXPECT_EQ(instance.jobs[3].release.count(), 0);
}

TEST(Resolve, OnlyPageableCopiesExcludeEachOtherOnTwoDmaEngines) {
  const Job job = resolved({.h2d = copy_of(Bytes{1}), .d2h = copy_of(Millis{1}, Memory::pageable)});
  const std::array<bool, 2> d2h_only{false, true};
  EXPECT_EQ(job.exclusive, d2h_only);
  EXPECT_EQ(job.memory[0], Memory::pinned);
  EXPECT_EQ(job.memory[1], Memory::pageable);
}

TEST(Resolve, EveryCopyExcludesEveryOtherOnOneDmaEngine) {
  Device device = device_of_round_figures();
  device.dma_engines = 1;
  const Job job = resolved({.h2d = copy_of(Bytes{1}), .d2h = copy_of(Millis{1}, Memory::pageable)}, device);
  const std::array<bool, 2> both{true, true};
  EXPECT_EQ(job.exclusive, both);
  EXPECT_EQ(resolve(workload_of({task_of({.h2d = copy_of(Bytes{1})})}), device).dma_engines, 1);
}

TEST(Resolve, RatesAreBandwidthsRelativeToAlone) {
  const Rates rates = resolve(workload_of({task_of({.h2d = copy_of(Bytes{1})})}), device_of_round_figures()).rates;
  EXPECT_EQ(rates[0][0][0], 0.75);  // pinned H2D beside pinned: 3 of 4 GB/s
  EXPECT_EQ(rates[0][0][1], 0.5);   // beside pageable: 2 of 4
  EXPECT_EQ(rates[1][0][0], 0.8);   // pinned D2H
  EXPECT_EQ(rates[1][0][1], 0.2);
  EXPECT_EQ(rates[0][1][0], 0.75);  // pageable H2D beside pinned: 1.5 of 2
  EXPECT_EQ(rates[1][1][0], 1.25);  // faster than alone, as on the Titan X
  EXPECT_EQ(rates[0][1][1], 1);     // pageable never meets pageable
  EXPECT_EQ(rates[1][1][1], 1);
}

TEST(Resolve, AnUnknownKernelIsNamedWhereItStandsWithThoseThatAreKnown) {
  EXPECT_EQ(error_of({.kernel = kernel_of("sort", 5)}),
            "jobs.yaml:4:23: device round does not know the kernel 'sort', expected one of: add, scale");
}

TEST(Resolve, AProfileWithoutKernelsAsksForADuration) {
  Device device = device_of_round_figures();
  device.kernels.clear();
  EXPECT_EQ(
      error_of({.kernel = kernel_of("add", 5)}, device),
      "jobs.yaml:4:23: device round does not know the kernel 'add', expected a duration, since its profile holds no "
      "kernels");
}

TEST(Resolve, AStageThatTakesLongerThanAnySumCouldHoldIsAnErrorWhereItStands) {
  Device device = device_of_round_figures();
  device.kernels["scale"].per_element = Millis{1e300};
  device.transfers[0][0].alone = BytesPerSecond{1e-300};
  EXPECT_EQ(error_of({.kernel = kernel_of("scale", std::int64_t{1} << 53)}, device),
            "jobs.yaml:4:23: the stage takes longer than 1e12 s on this device, expected less");
  EXPECT_EQ(error_of({.h2d = copy_of(Bytes{std::int64_t{1} << 53})}, device),
            "jobs.yaml:4:11: the stage takes longer than 1e12 s on this device, expected less");
  EXPECT_EQ(error_of({.d2h = copy_of(kLongestDuration)}, device), "");
}

TEST(WithoutContention, CopiesMeetAsIfAlone) {
  const Instance instance = without_contention(
      resolve(workload_of({task_of({.h2d = copy_of(Bytes{8'000'000}, Memory::pageable), .d2h = copy_of(Millis{1})})}),
              device_of_round_figures()));
  for (const auto& direction : instance.rates) {
    for (const auto& own : direction) {
      EXPECT_EQ(own[0], 1);
      EXPECT_EQ(own[1], 1);
    }
  }
  const std::array<bool, 2> neither{false, false};
  EXPECT_EQ(instance.jobs[0].exclusive, neither);
  EXPECT_DOUBLE_EQ(instance.jobs[0].alone(Stage::h2d).count(), 4.03);
}

TEST(WithoutContention, ASharedDmaEngineStaysShared) {
  Device device = device_of_round_figures();
  device.dma_engines = 1;
  const Instance instance = without_contention(resolve(workload_of({task_of({.h2d = copy_of(Bytes{1})})}), device));
  const std::array<bool, 2> both{true, true};
  EXPECT_EQ(instance.jobs[0].exclusive, both);
  EXPECT_EQ(instance.dma_engines, 1);
}

/// A device whose kernel `scale` was measured: 3 subtasks a millisecond at full CTAs, 1.25 times slower if persistent.
Device device_with_curves() {
  Device device = device_of_round_figures();
  device.sm = SmModel{.count = 10, .registers = 65536, .shared_memory = Bytes{1 << 16}, .threads = 2048, .ctas = 32};
  device.memory_bandwidth = BytesPerSecond{100e9};
  KernelModel& scale = device.kernels["scale"];
  scale.by_ctas = {{.count = 1, .rate = {1}}, {.count = 8, .rate = {3}}};
  scale.transformation = 1.25;
  return device;
}

TEST(Resolve, KnowsHowManyGridsTheDeviceHolds) {
  Device device = device_with_curves();
  const auto grids = [&] {
    return resolve(workload_of({task_of({.kernel = kernel_of(Millis{3})})}), device).chip->grids;
  };
  EXPECT_EQ(grids(), 128);
  device.compute_capability = ComputeCapability{3, 0};
  EXPECT_EQ(grids(), 16);
  device.compute_capability = ComputeCapability{3, 5};
  EXPECT_EQ(grids(), 128);
  device.sm->grids = 32;
  EXPECT_EQ(grids(), 32);
}

TEST(Resolve, KeepsWhatKernelsHaveToDoOnTheSms) {
  const Device device = device_with_curves();
  Task twice = task_of({.kernel = kernel_of("scale", 4'000'000)});
  twice.count = 2;
  const Instance instance =
      resolve(workload_of({task_of({.kernel = kernel_of(Millis{3})}), twice,
                           task_of({.kernel = kernel_of("add", 1000)}), task_of({.kernel = kernel_of("scale", 1)})}),
              device);
  EXPECT_EQ(instance.chip->sm, *device.sm);
  EXPECT_EQ(instance.chip->memory_bandwidth, device.memory_bandwidth);
  ASSERT_EQ(instance.kernels.size(), 2U);
  EXPECT_EQ(instance.kernels[0].name, "add");
  EXPECT_EQ(instance.kernels[1].name, "scale");
  EXPECT_EQ(instance.kernels[1].model, device.kernels.at("scale"));
  // 4e6 elements take 8 ms, 10 ms if persistent: 30 subtasks. `add` has no curve; one element is a subtask all the
  // same.
  const std::vector<KernelWork> expected{{}, {1, 30}, {1, 30}, {0, 0}, {1, 1}};
  EXPECT_EQ(instance.work, expected);
}

TEST(Resolve, KeepsNoWorkWhereAllKernelsAreDurations) {
  const Instance instance = resolve(workload_of({task_of({.kernel = kernel_of(Millis{3})})}), device_with_curves());
  EXPECT_TRUE(instance.kernels.empty());
  EXPECT_TRUE(instance.work.empty());
}

TEST(Split, TakesEveryListOfTheInstance) {
  Instance instance;
  instance.jobs.resize(3);
  instance.jobs[2].kernel = Millis{2};
  instance.rates[0][0][0] = 0.5;
  instance.dma_engines = 1;
  instance.weights = {1, 2, 3};
  instance.due = {Millis{1}, Millis{2}, Millis{3}};
  instance.families = {1, 2, 3};
  instance.family_setup = Millis{4};
  instance.footprints = {Bytes{1}, Bytes{2}, Bytes{3}};
  instance.memory = Bytes{9};
  instance.chip = Chip{.sm = {.count = 4}, .memory_bandwidth = {}};
  // What no task of a part runs is not copied into it.
  instance.kernels = {{.name = "idle", .model = {}, .law = 0}, {.name = "scale", .model = {}, .law = 1}};
  instance.work = {{}, {0, 5}, {1, 6}};
  instance.co_run = CoRunProfile{.sms = 4, .kernels = {{}, {.law = {.delay = Millis{7}}}}, .pairs = {{0, 1, {}}}};
  instance.precedence = {{0, 2}, {0, 1}, {2, 0}};
  Instance expected = instance;
  expected.jobs = {instance.jobs[2], instance.jobs[0]};
  expected.weights = {3, 1};
  expected.due = {Millis{3}, Millis{1}};
  expected.families = {3, 1};
  expected.footprints = {Bytes{3}, Bytes{1}};
  expected.kernels = {{.name = "scale", .model = {}, .law = 0}};
  expected.work = {{0, 6}, {}};
  expected.co_run = CoRunProfile{.sms = 4, .kernels = {{.law = {.delay = Millis{7}}}}, .pairs = {}};
  expected.precedence = {{1, 0}, {0, 1}};
  const Instance part = in_groups(instance, std::vector<Order>{{2, 0}}).front();
  expected.fingerprint = part.fingerprint;
  EXPECT_EQ(part, expected);
  EXPECT_NE(part.fingerprint, instance.fingerprint);
}

}  // namespace
}  // namespace warpshop
