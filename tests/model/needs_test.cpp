#include "sim/model/needs.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "sim/model/fleet.hpp"
#include "sim/model/instance.hpp"
#include "tests/model/device_and_workload.hpp"

namespace warpshop {
namespace {

using test::copy_of;
using test::device_of_round_figures;
using test::kernel_of;
using test::Stages;
using test::workload_of;

Task named(const std::string& name, const Stages& stages) {
  Task task = test::task_of(stages);
  task.name = name;
  return task;
}

std::vector<std::string> paths(const Workload& workload, const Device& device, bool shares_bus = false) {
  std::vector<std::string> paths;
  for (const Need& need : needs(workload, device, shares_bus)) {
    paths.push_back(need.path);
  }
  return paths;
}

/// What nvbandwidth gives, and no latency.
Device pinned_only() {
  Device device;
  device.name = "box";
  for (TransferModel& transfer : device.transfers[0]) {
    transfer.alone = BytesPerSecond{50e9};
    transfer.duplex = BytesPerSecond{40e9};
  }
  return device;
}

std::string error_of_needs(const Workload& workload, const Device& device) {
  try {
    resolve(workload, device);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Needs, ADurationThatNothingOpposesNeedsNothing) {
  EXPECT_TRUE(
      paths(workload_of({named("a", {.h2d = copy_of(Millis{1}), .kernel = kernel_of(Millis{2})})}), {}).empty());
  EXPECT_EQ(resolve(workload_of({named("a", {.h2d = copy_of(Millis{1}), .d2h = copy_of(Millis{1})})}), Device{}).size(),
            1U);
}

TEST(Needs, ASizeNeedsItsLatencyAndBandwidthAlone) {
  EXPECT_EQ(paths(workload_of({named("a", {.h2d = copy_of(Bytes{1})})}), {}),
            (std::vector<std::string>{"transfer.pinned.h2d.latency", "transfer.pinned.h2d.alone"}));
  EXPECT_EQ(paths(workload_of({named("a", {.d2h = copy_of(Bytes{1}, Memory::pageable)})}), {}),
            (std::vector<std::string>{"transfer.pageable.d2h.latency", "transfer.pageable.d2h.alone"}));
}

TEST(Needs, ASizeNeedsThePointsAroundIt) {
  Device device = device_of_round_figures();
  device.transfers[0][0].points = {{Bytes{10}, {1e9}}, {Bytes{100}, {2e9}}, {Bytes{1000}, {3e9}}};
  const auto of_size = [&](std::int64_t size) {
    return paths(workload_of({named("a", {.h2d = copy_of(Bytes{size})})}), device);
  };
  const std::string latency = "transfer.pinned.h2d.latency";
  const std::string point = "transfer.pinned.h2d.points.";
  EXPECT_EQ(of_size(5), (std::vector<std::string>{latency, point + "10"}));
  EXPECT_EQ(of_size(50), (std::vector<std::string>{latency, point + "10", point + "100"}));
  EXPECT_EQ(of_size(100), (std::vector<std::string>{latency, point + "100"}));
  EXPECT_EQ(of_size(5000), (std::vector<std::string>{latency, point + "1000"}));
}

TEST(Needs, CopiesOfDifferentTasksThatMayMeetNeedTheirBandwidthsBesideEachOther) {
  const Task in = named("a", {.h2d = copy_of(Millis{1})});
  const Task out = named("b", {.d2h = copy_of(Millis{1})});
  const Task pageable_out = named("c", {.d2h = copy_of(Millis{1}, Memory::pageable)});
  Device device = device_of_round_figures();
  EXPECT_EQ(paths(workload_of({in, out}), device),
            (std::vector<std::string>{"dma_engines", "transfer.pinned.h2d.duplex", "transfer.pinned.h2d.alone",
                                      "transfer.pinned.d2h.duplex", "transfer.pinned.d2h.alone"}));
  EXPECT_EQ(paths(workload_of({in, pageable_out}), device),
            (std::vector<std::string>{"dma_engines", "transfer.pinned.h2d.mixed", "transfer.pinned.h2d.alone",
                                      "transfer.pageable.d2h.mixed", "transfer.pageable.d2h.alone"}));
  device.dma_engines = 1;
  EXPECT_EQ(paths(workload_of({in, out}), device), std::vector<std::string>{"dma_engines"});
}

TEST(Needs, ATaskAloneNeverMeetsItselfButItsRepeatsDo) {
  Task task = named("a", {.h2d = copy_of(Millis{1}), .d2h = copy_of(Millis{1})});
  EXPECT_TRUE(paths(workload_of({task}), device_of_round_figures()).empty());
  task.count = 2;
  EXPECT_EQ(paths(workload_of({task}), device_of_round_figures()).size(), 5U);
}

TEST(Needs, ABusWithoutDuplexIsAnAssumptionWhereCopiesGoBothWays) {
  Device device = device_of_round_figures();
  device.bus = BusModel{.bandwidth = {BytesPerSecond{9e9}, BytesPerSecond{9e9}}};
  const std::vector<Device> two(2, device);
  const Task in = named("a", {.h2d = copy_of(Millis{1})});
  const Task out = named("b", {.d2h = copy_of(Millis{1})});
  EXPECT_EQ(assumed_values(workload_of({in, out}), two), std::vector<std::string>{"bus.duplex"});
  EXPECT_TRUE(assumed_values(workload_of({in}), two).empty());
  EXPECT_TRUE(assumed_values(workload_of({in, out}), std::span(two).first(1)).empty());
}

TEST(Needs, ANarrowBusIsNeededByOneDeviceAsWell) {
  Device device = device_of_round_figures();
  device.bus = BusModel{.bandwidth = {BytesPerSecond{3e9}, BytesPerSecond{9e9}}};
  const Workload workload =
      workload_of({named("a", {.h2d = copy_of(Millis{1})}), named("b", {.h2d = copy_of(Millis{1}, Memory::pageable)})});
  EXPECT_EQ(paths(workload, device), std::vector<std::string>{"bus.h2d"});
}

TEST(Needs, ASharedBusNeedsItsBandwidthAndThatOfTheCopiesAlone) {
  Device device = device_of_round_figures();
  device.bus = BusModel{{BytesPerSecond{9e9}, BytesPerSecond{9e9}}};
  const Workload workload = workload_of({named("a", {.h2d = copy_of(Millis{1})})});
  EXPECT_TRUE(paths(workload, device).empty());
  EXPECT_EQ(paths(workload, device, true), (std::vector<std::string>{"bus.h2d", "transfer.pinned.h2d.alone"}));
  device.transfers[0][0].alone.reset();
  const std::vector<Device> two(2, device);
  EXPECT_THROW(resolve(workload, two), InputError);
  EXPECT_EQ(resolve(workload, std::span(two).first(1)).size(), 1U);
}

TEST(Needs, WhatIsMissingAndNeededIsNamedWithWhatNeedsIt) {
  const Device box = pinned_only();
  EXPECT_EQ(error_of_needs(workload_of({named("a", {.h2d = copy_of(Bytes{16})})}), box),
            "jobs.yaml:4:11: task 'a' copies 16 B in from pinned memory, but the profile of device box has no "
            "transfer.pinned.h2d.latency, expected a profile that has one, or --set transfer.pinned.h2d.latency=...");
  EXPECT_EQ(error_of_needs(workload_of({named("a", {.h2d = copy_of(Bytes{16}), .d2h = copy_of(Bytes{16})})}), box),
            "jobs.yaml:4:11: task 'a' copies 16 B in from pinned memory, but the profile of device box has no "
            "transfer.pinned.h2d.latency, expected a profile that has one, or --set transfer.pinned.h2d.latency=...; "
            "it also lacks transfer.pinned.d2h.latency (for 4:11)");
  const Task in = named("a", {.h2d = copy_of(Millis{1})});
  const Task out = named("b", {.d2h = copy_of(Millis{1}, Memory::pageable)});
  EXPECT_EQ(
      error_of_needs(workload_of({in, out}), box),
      "jobs.yaml:4:11: task 'a' copies in from pinned memory while task 'b' may copy out with pageable memory, but the "
      "profile of device box has no transfer.pinned.h2d.mixed, expected a profile that has one, or --set "
      "transfer.pinned.h2d.mixed=...; it also lacks transfer.pageable.d2h.mixed (for 4:11), "
      "transfer.pageable.d2h.alone "
      "(for 4:11)");
  EXPECT_EQ(error_of_needs(workload_of({in, named("b", {.d2h = copy_of(Millis{1})})}), box), "");
  Device kernels = box;
  kernels.kernels["k"].per_element = Millis{1};
  EXPECT_EQ(error_of_needs(workload_of({named("a", {.kernel = kernel_of("k", 4)})}), kernels),
            "jobs.yaml:4:23: task 'a' runs the kernel 'k', but the profile of device box has no kernels.k.invocation, "
            "expected a profile that has one, or --set kernels.k.invocation=...");
}

TEST(AssumedValues, AreThoseThatTheWorkloadNeeds) {
  Device box = pinned_only();
  box.assumed = {"transfer.pinned.h2d.alone", "transfer.pinned.d2h.duplex"};
  const Task in = named("a", {.h2d = copy_of(Millis{1})});
  const std::span<const Device> one(&box, 1);
  EXPECT_TRUE(assumed_values(workload_of({in}), one).empty());
  const Workload both = workload_of({in, named("b", {.d2h = copy_of(Millis{1})})});
  EXPECT_EQ(assumed_values(both, one),
            (std::vector<std::string>{"transfer.pinned.h2d.alone", "transfer.pinned.d2h.duplex"}));
  const std::vector<Device> two{box, device_of_round_figures(), box};
  EXPECT_EQ(assumed_values(both, two),
            (std::vector<std::string>{"box: transfer.pinned.h2d.alone", "box: transfer.pinned.d2h.duplex"}));
}

TEST(OddValues, AreBandwidthsBesideOthersAboveTheOneAloneThatAreNeeded) {
  Device box = pinned_only();
  box.transfers[0][0].duplex = BytesPerSecond{51e9};
  const std::span<const Device> one(&box, 1);
  const Task in = named("a", {.h2d = copy_of(Millis{1})});
  EXPECT_TRUE(odd_values(workload_of({in}), one).empty());
  EXPECT_EQ(odd_values(workload_of({in, named("b", {.d2h = copy_of(Millis{1})})}), one),
            std::vector<std::string>{
                "device box: transfer.pinned.h2d.duplex, beside an opposing copy, is above the bandwidth "
                "alone (51 > 50 GB/s)"});
}

}  // namespace
}  // namespace warpshop
