#include "calibrate/occupancy.hpp"

#include <gtest/gtest.h>

namespace warpshop::calibrate {
namespace {

/// An SM of compute capability 8.0, from NVIDIA's CUDA C++ Programming Guide, table of technical specifications.
gpu::Properties ampere() {
  gpu::Properties chip;
  chip.compute_major = 8;
  chip.threads_per_sm = 2048;
  chip.ctas_per_sm = 32;
  chip.registers_per_sm = 65536;
  chip.shared_memory_per_sm = Bytes{164 << 10};
  chip.shared_memory_per_cta_reserved = Bytes{1 << 10};
  return chip;
}

TEST(Occupancy, IsLimitedByThreads) {
  EXPECT_EQ(most_ctas_per_sm(ampere(), {.threads = 256, .registers_per_thread = 32}), 8);
  EXPECT_EQ(most_ctas_per_sm(ampere(), {.threads = 1024, .registers_per_thread = 32}), 2);
}

TEST(Occupancy, IsLimitedByCtaSlots) {
  EXPECT_EQ(most_ctas_per_sm(ampere(), {.threads = 32, .registers_per_thread = 16}), 32);
}

TEST(Occupancy, IsLimitedByRegistersInLotsOfAWarpAndOfFourWarps) {
  // 40 registers: 1280 a warp, 51 warps, of which whole fours: 48.
  EXPECT_EQ(most_ctas_per_sm(ampere(), {.threads = 256, .registers_per_thread = 40}), 6);
  // 33 registers round to 40 a thread, for the lot is 256 a warp.
  EXPECT_EQ(most_ctas_per_sm(ampere(), {.threads = 256, .registers_per_thread = 33}), 6);
  EXPECT_EQ(most_ctas_per_sm(ampere(), {.threads = 256, .registers_per_thread = 64}), 4);
  // Five warps take the registers of eight: 65536 / 2048 = 32 warps, 4 CTAs.
  EXPECT_EQ(most_ctas_per_sm(ampere(), {.threads = 160, .registers_per_thread = 64}), 4);
}

TEST(Occupancy, IsLimitedBySharedMemoryWithWhatIsReserved) {
  EXPECT_EQ(most_ctas_per_sm(ampere(), {.threads = 128, .registers_per_thread = 32, .shared_memory = Bytes{40 << 10}}),
            4);  // 4 · 41 KiB = 164 KiB
  EXPECT_EQ(
      most_ctas_per_sm(ampere(), {.threads = 128, .registers_per_thread = 32, .shared_memory = Bytes{(40 << 10) + 1}}),
      3);
}

TEST(Occupancy, SharedMemoryCameInLargerLotsBeforeComputeCapability8) {
  gpu::Properties turing = ampere();
  turing.compute_major = 7;
  turing.shared_memory_per_sm = Bytes{64 << 10};
  turing.shared_memory_per_cta_reserved = Bytes{0};
  const gpu::Resources kernel{.threads = 128, .registers_per_thread = 32, .shared_memory = Bytes{4992}};
  EXPECT_EQ(most_ctas_per_sm(turing, kernel), 12);  // 65536 / 5120
  turing.compute_major = 8;
  EXPECT_EQ(most_ctas_per_sm(turing, kernel), 13);  // 65536 / 4992
}

TEST(Occupancy, OfADeviceWithoutLotsIsByThePiece) {
  gpu::Properties chip = ampere();
  chip.compute_major = 0;
  chip.shared_memory_per_cta_reserved = Bytes{0};
  EXPECT_EQ(most_ctas_per_sm(chip, {.threads = 256, .registers_per_thread = 33}), 7);  // 65536 / (256 · 33)
}

}  // namespace
}  // namespace warpshop::calibrate
