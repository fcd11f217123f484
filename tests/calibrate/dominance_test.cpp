#include "calibrate/dominance.hpp"

#include <gtest/gtest.h>

namespace warpshop::calibrate {
namespace {

/// Copies at 12 GB/s after 10 us: 1 ns a byte of vector addition's 12, and 20 us a task.
Device device(KernelModel vector_add) {
  Device device;
  device.transfers[index(Memory::pinned)][index(Direction::h2d)] = {.latency = Millis{0.01},
                                                                    .alone = BytesPerSecond{12e9}};
  device.transfers[index(Memory::pinned)][index(Direction::d2h)] = {.latency = Millis{0.01},
                                                                    .alone = BytesPerSecond{12e9}};
  device.kernels["vector_add"] = vector_add;
  return device;
}

TEST(Dominance, AKernelSlowerThanItsCopiesPerElementDominatesFromSomeSizeOn) {
  // 2 ns against 1 ns an element, nothing against 20 us: equal at 20 000 elements; the sizes tried are 2^24 / 2^k.
  const Device slow = device({.per_element = Millis{2e-6}, .invocation = Millis{0}});
  EXPECT_FALSE(kernel_dominant(slow, *kernels::find("vector_add"), slow.kernels.at("vector_add"), 19'900));
  EXPECT_TRUE(kernel_dominant(slow, *kernels::find("vector_add"), slow.kernels.at("vector_add"), 20'100));
  EXPECT_EQ(describe_dominance(slow), "vector_add: kernel-dominant from about 32768 elements on");
}

TEST(Dominance, AKernelFasterThanItsCopiesDominatesOnlyByItsInvocation) {
  EXPECT_EQ(describe_dominance(device({.per_element = Millis{0.5e-6}, .invocation = Millis{0}})),
            "vector_add: transfer-dominant at every size");
  // 40 us against 20 us: equal at 40 000 elements.
  EXPECT_EQ(describe_dominance(device({.per_element = Millis{0.5e-6}, .invocation = Millis{0.04}})),
            "vector_add: transfer-dominant from about 65536 elements on");
}

TEST(Dominance, KernelsThatAreNotInTheRegistryAreLeftOut) {
  Device other = device({.per_element = Millis{0.5e-6}, .invocation = Millis{0}});
  other.kernels["somebody_elses"] = {.per_element = Millis{1}, .invocation = Millis{0}};
  EXPECT_EQ(describe_dominance(other), "vector_add: transfer-dominant at every size");
}

}  // namespace
}  // namespace warpshop::calibrate
