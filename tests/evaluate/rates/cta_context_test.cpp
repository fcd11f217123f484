// What it takes to move the contexts of CTAs.
#include "sim/evaluate/rates/cta_context.hpp"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "sim/evaluate/rates/kernel_rates.hpp"
#include "tests/support/sharing.hpp"

namespace warpshop::evaluate {
namespace {

TEST(CtaContext, IsItsRegistersAndItsSharedMemory) {
  EXPECT_EQ(context_of({.ctas = 1, .threads = 128, .registers = 128 * 28, .shared_memory = {4096}}).count,
            4 * 128 * 28 + 4096);
  EXPECT_EQ(context_of({.ctas = 1, .threads = 32}).count, 0);
}

/// Sixteen SMs and 224 GB/s (S1): a full one of 256 KiB of registers and 96 KiB of shared memory.
TEST(CtaContext, OfAFullSmTakesAsLongAsItsBytesAtTheBandwidthOfTheDevice) {
  Device device = test::device_of_subtasks("cycle-volta");
  device.sm->count = 16;
  device.memory_bandwidth = BytesPerSecond{224e9};
  const Instance instance = test::grids_on(device, {{"fma", 1}});
  KernelOnSms full;
  full.cta = {.ctas = 1, .threads = 64, .registers = 2048, .shared_memory = {3072}};  // 32 of them are 352 KiB
  full.per_sm = 32;
  const KernelOnSms moving = moving_ctas(instance, full);
  KernelRates rates(instance);
  std::vector<WorkingCtas> ctas{{.kernel = &moving, .launch = 1, .on = {.first = 0, .sms = 1, .ctas = 32}}};
  rates.set(ctas);
  const double micros = 32 / ctas.front().rate * 1e3;
  EXPECT_NEAR(micros, 1.609, 0.04 * 1.609);
  // Those of all SMs take as much longer as there are of these.
  ctas.front().on.sms = 16;
  rates.set(ctas);
  EXPECT_NEAR(16 * 32 / ctas.front().rate * 1e3, 16 * 1.609, 0.01 * 16 * 1.609);
}

TEST(CtaContext, NeedsABandwidth) {
  Device device = test::device_of_subtasks("cycle-volta");
  const Instance instance = test::grids_on(device, {{"fma", 1}});
  EXPECT_THROW(moving_ctas(instance, {}), std::logic_error);
}

}  // namespace
}  // namespace warpshop::evaluate
