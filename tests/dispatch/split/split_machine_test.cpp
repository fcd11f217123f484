#include "dispatch/split/split_machine.hpp"

#include <cstdint>
#include <string_view>

#include <gtest/gtest.h>

#include "dispatch/split/gpu_part_time.hpp"
#include "kernels/backend.hpp"
#include "sim/model/error.hpp"

namespace warpshop::dispatch {
namespace {

const kernels::Kernel& kernel_of(std::string_view name) {
  return *kernels::find(name);
}

TEST(SplitMachine, BothSidesDoTheirPartsAndResultsAreThoseOfTheCpu) {
  for (const std::string_view name : {"vector_add", "black_scholes", "fast_walsh", "spmv"}) {
    const kernels::Kernel& kernel = kernel_of(name);
    const std::int64_t iterations = kernel.small_elements / kernel.unit;
    SplitMachine machine(kernels::open_host(), kernel, iterations, 3, 1);
    machine.check(true);
    const SplitTimes both = machine.step({.cpu = iterations / 2, .gpu = iterations - iterations / 2});
    EXPECT_GT(both.cpu, Millis{0}) << name;
    EXPECT_GT(both.gpu, Millis{0}) << name;
    EXPECT_EQ(machine.step({.cpu = 1, .gpu = 0}).gpu, Millis{0}) << name;
    EXPECT_EQ(machine.step({.cpu = 0, .gpu = 1}).cpu, Millis{0}) << name;
    EXPECT_TRUE(machine.correct()) << name;
  }
}

TEST(SplitMachine, SaysThatResultsAreWrong) {
  kernels::Kernel wrong = kernel_of("vector_add");
  wrong.reference = kernel_of("black_scholes").reference;
  wrong.layout = kernel_of("black_scholes").layout;
  SplitMachine machine(kernels::open_host(), wrong, 2048, 1, 1);
  machine.step({.cpu = 0, .gpu = 2048});
  EXPECT_TRUE(machine.correct());  // nobody looked
  machine.check(true);
  machine.step({.cpu = 0, .gpu = 2048});
  EXPECT_FALSE(machine.correct());
}

TEST(SplitMachine, MeasuresARateOfTheCpu) {
  const kernels::Kernel& kernel = kernel_of("black_scholes");
  SplitMachine machine(kernels::open_host(), kernel, 4096, 2, 1);
  const MeasuredCpu cpu = measured_cpu(machine, kernel, 4096, 2);
  EXPECT_GT(cpu.per_thread.value, 0);
  EXPECT_GE(cpu.overhead, Millis{0});
}

Device with_vector_add() {
  Device device;
  device.name = "made-up";
  device.kernels["vector_add"] = {.per_element = Millis{1e-6}, .invocation = Millis{0.005}};
  for (TransferModel& transfer : device.transfers[static_cast<std::size_t>(Memory::pinned)]) {
    transfer.latency = Millis{0.01};
    transfer.alone = BytesPerSecond{8e9};
  }
  return device;
}

TEST(GpuPartTime, IsCopyInAndKernelAndCopyOut) {
  Device device = with_vector_add();
  // 10^6 elements: 8 MB in, 1 ms; 5 us and 1 ms; 4 MB out, 0.5 ms; twice 10 us.
  EXPECT_NEAR(gpu_part_time(device, kernel_of("vector_add"))(1'000'000).count(), 2.525, 1e-9);
  EXPECT_EQ(gpu_part_time(device, kernel_of("vector_add"))(0), Millis{0});
  device.gaps = StreamGaps{.copy_kernel = Millis{0.1}, .kernel_copy = Millis{0.2}};
  EXPECT_NEAR(gpu_part_time(device, kernel_of("vector_add"))(1'000'000).count(), 2.825, 1e-9);
}

TEST(GpuPartTime, RefusesAProfileThatDoesNotSay) {
  EXPECT_THROW(gpu_part_time(with_vector_add(), kernel_of("spmv")), InputError);
  Device device = with_vector_add();
  device.transfers[static_cast<std::size_t>(Memory::pinned)][1].latency.reset();
  EXPECT_THROW(gpu_part_time(device, kernel_of("vector_add")), InputError);
}

}  // namespace
}  // namespace warpshop::dispatch
