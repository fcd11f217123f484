#include "sim/model/occupancy.hpp"

#include <gtest/gtest.h>

namespace warpshop {
namespace {

/// Of compute capability 8.0, from NVIDIA's CUDA C++ Programming Guide, table of technical specifications.
SmModel ampere() {
  return {
      .count = 108,
      .registers = 65536,
      .shared_memory = Bytes{164 << 10},
      .threads = 2048,
      .ctas = 32,
      .units = {.registers = 256, .warps = 4, .shared_memory = Bytes{128}, .shared_memory_reserved = Bytes{1 << 10}}};
}

TEST(Occupancy, IsLimitedByThreads) {
  EXPECT_EQ(most_ctas_per_sm(ampere(), {.threads = 256, .registers = 32}), 8);
  EXPECT_EQ(most_ctas_per_sm(ampere(), {.threads = 1024, .registers = 32}), 2);
}

TEST(Occupancy, IsLimitedByCtaSlots) {
  EXPECT_EQ(most_ctas_per_sm(ampere(), {.threads = 32, .registers = 16}), 32);
}

TEST(Occupancy, IsLimitedByRegistersInLotsOfAWarpAndOfFourWarps) {
  // 40 registers: 1280 a warp, 51 warps, of which whole fours: 48.
  EXPECT_EQ(most_ctas_per_sm(ampere(), {.threads = 256, .registers = 40}), 6);
  // 33 registers round to 40 a thread, for the lot is 256 a warp.
  EXPECT_EQ(most_ctas_per_sm(ampere(), {.threads = 256, .registers = 33}), 6);
  EXPECT_EQ(most_ctas_per_sm(ampere(), {.threads = 256, .registers = 64}), 4);
  // Five warps take the registers of eight: 65536 / 2048 = 32 warps, 4 CTAs.
  EXPECT_EQ(most_ctas_per_sm(ampere(), {.threads = 160, .registers = 64}), 4);
}

TEST(Occupancy, IsLimitedBySharedMemoryWithWhatIsReserved) {
  EXPECT_EQ(most_ctas_per_sm(ampere(), {.threads = 128, .registers = 32, .shared_memory = Bytes{40 << 10}}),
            4);  // 4 · 41 KiB = 164 KiB
  EXPECT_EQ(most_ctas_per_sm(ampere(), {.threads = 128, .registers = 32, .shared_memory = Bytes{(40 << 10) + 1}}), 3);
}

TEST(Occupancy, SharedMemoryIsDealtInLots) {
  SmModel turing = ampere();
  turing.shared_memory = Bytes{64 << 10};
  turing.units.shared_memory = Bytes{256};
  turing.units.shared_memory_reserved = Bytes{0};
  const CtaResources kernel{.threads = 128, .registers = 32, .shared_memory = Bytes{4992}};
  EXPECT_EQ(most_ctas_per_sm(turing, kernel), 12);  // 65536 / 5120
  turing.units.shared_memory = Bytes{128};
  EXPECT_EQ(most_ctas_per_sm(turing, kernel), 13);  // 65536 / 4992
}

TEST(Occupancy, WithoutLotsIsByThePiece) {
  SmModel chip = ampere();
  chip.units = {};
  EXPECT_EQ(most_ctas_per_sm(chip, {.threads = 256, .registers = 33}), 7);  // 65536 / (256 · 33)
}

}  // namespace
}  // namespace warpshop
