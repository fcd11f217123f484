#include "sim/model/fleet.hpp"

#include <gtest/gtest.h>

#include "sim/model/split.hpp"

namespace warpshop {
namespace {

Device device_named(const std::string& name) {
  Device device;
  device.name = name;
  for (auto& memory : device.transfers) {
    for (TransferModel& transfer : memory) {
      transfer.alone = transfer.duplex.emplace(BytesPerSecond{4e9});
      transfer.mixed = transfer.alone;
      transfer.latency = Millis{0};
    }
  }
  return device;
}

Workload one_task() {
  Workload workload;
  workload.tasks.push_back({.name = "a", .kernel = KernelSpec{.work = Millis{1}, .mark = {}}});
  return workload;
}

TEST(Fleet, DevicesOfOneProfileAreNumbered) {
  const std::vector<Device> devices{device_named("a"), device_named("b"), device_named("a")};
  const Fleet fleet = resolve(one_task(), devices);
  EXPECT_EQ(fleet.names, (std::vector<std::string>{"a#1", "b", "a#2"}));
  EXPECT_EQ(fleet.size(), 1U);
  EXPECT_FALSE(fleet.single());
}

TEST(Fleet, DevicesOfOneProfileShareItsBus) {
  Device bused = device_named("a");
  bused.bus = BusModel{.bandwidth = {BytesPerSecond{8e9}, BytesPerSecond{5e9}}};
  const Fleet fleet = resolve(one_task(), std::vector<Device>{bused, device_named("b"), bused});
  ASSERT_NE(fleet.port(0), nullptr);
  EXPECT_EQ(fleet.port(1), nullptr);
  EXPECT_EQ(*fleet.port(0), *fleet.port(2));
  using Demands = std::vector<std::array<double, 2>>;
  EXPECT_EQ(fleet.port(0)->demand, (Demands{{0, 0}}));
  Workload copies = one_task();
  copies.tasks.push_back({.name = "b", .h2d = CopySpec{.amount = Millis{1}}, .count = 2});
  copies.tasks.push_back({.name = "c", .d2h = CopySpec{.amount = Bytes{1}, .memory = Memory::pageable}});
  const Fleet busy = resolve(copies, std::vector<Device>{bused, bused});
  EXPECT_EQ(busy.port(0)->demand, (Demands{{0, 0}, {0.5, 0}, {0.5, 0}, {0, 0.8}}));
}

TEST(Fleet, ADeviceAloneSharesNothing) {
  Device bused = device_named("a");
  bused.bus = BusModel{.bandwidth = {BytesPerSecond{8e9}, BytesPerSecond{5e9}}};
  EXPECT_EQ(resolve(one_task(), std::vector<Device>{bused}).port(0), nullptr);
  EXPECT_EQ(resolve(one_task(), std::vector<Device>{bused, device_named("b")}).port(0), nullptr);
}

TEST(Fleet, APlanIsTakenApartAndPutTogether) {
  const Plan plan{.order = {4, 2, 0, 1, 3},
                  .gates = {{.d2h = 4, .h2d = 0}, {.d2h = 1, .h2d = 3}},
                  .rounds = {1, 2, 2},
                  .devices = {3, 0, 2}};
  const std::vector<Plan> plans = device_plans(plan);
  EXPECT_EQ(plans, (std::vector<Plan>{{.order = {4, 2, 0}, .gates = {{.d2h = 4, .h2d = 0}}, .rounds = {1, 2}},
                                      {.order = {}},
                                      {.order = {1, 3}, .gates = {{.d2h = 1, .h2d = 3}}}}));
  EXPECT_EQ(joined(plans), plan);
}

TEST(Fleet, APlanForOneDeviceStaysAsItIs) {
  const Plan plan{.order = {1, 0}, .submission = Submission::streams};
  EXPECT_EQ(device_plans(plan), std::vector<Plan>{plan});
}

TEST(Fleet, TimelinesAreMergedDeviceByDevice) {
  const Timeline first{.intervals = {{0, Stage::kernel, Millis{0}, Millis{2}}}, .makespan = Millis{2}};
  const Timeline second{
      .intervals = {{1, Stage::kernel, Millis{0}, Millis{3}}}, .makespan = Millis{3}, .dma_engines = 1};
  EXPECT_EQ(merged({first}).devices(), 1U);
  const Timeline both = merged({first, second});
  EXPECT_EQ(both.makespan, Millis{3});
  ASSERT_EQ(both.intervals.size(), 2U);
  EXPECT_EQ(both.intervals[0].device, 0U);
  EXPECT_EQ(both.intervals[1].device, 1U);
  EXPECT_EQ(both.dma_engines_of(0), 2);
  EXPECT_EQ(both.dma_engines_of(1), 1);
}

TEST(Split, KeepsWhatTasksDemandAndPrecedenceWithinGroups) {
  Instance instance;
  instance.jobs.resize(4);
  instance.jobs[3].kernel = Millis{3};
  instance.weights = {0, 1, 2, 3};
  instance.memory = Bytes{7};
  instance.precedence = {{.before = 3, .after = 1}, {.before = 1, .after = 0}};
  const std::vector<Order> groups{{3, 1}, {0}};
  const std::vector<Instance> parts = in_groups(instance, groups);
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(parts[0].jobs[0].kernel, Millis{3});
  EXPECT_EQ(parts[0].weights, (std::vector<double>{3, 1}));
  EXPECT_EQ(parts[0].precedence, (std::vector<Precedence>{{.before = 0, .after = 1}}));
  EXPECT_TRUE(parts[1].precedence.empty());
  EXPECT_TRUE(parts[1].due.empty());
  EXPECT_EQ(parts[1].memory, Bytes{7});
}

}  // namespace
}  // namespace warpshop
