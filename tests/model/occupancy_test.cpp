#include "sim/model/occupancy.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

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

/// As the occupancy calculator and cuda_occupancy.h have it.
TEST(Occupancy, IsLimitedByRegistersInLotsOfAWarpAndInFourParts) {
  // 40 registers: 1280 a warp, 51 warps, of which whole fours: 48.
  EXPECT_EQ(most_ctas_per_sm(ampere(), {.threads = 256, .registers = 40}), 6);
  // 33 registers round to 40 a thread, for the lot is 256 a warp.
  EXPECT_EQ(most_ctas_per_sm(ampere(), {.threads = 256, .registers = 33}), 6);
  EXPECT_EQ(most_ctas_per_sm(ampere(), {.threads = 256, .registers = 64}), 4);
  // Each part holds 16384 / 2048 = 8 warps, 32 in all: of five warps a CTA 6 CTAs, of one 32.
  EXPECT_EQ(most_ctas_per_sm(ampere(), {.threads = 160, .registers = 64}), 6);
  EXPECT_EQ(most_ctas_per_sm(ampere(), {.threads = 32, .registers = 64}), 32);
  // 3072 a warp: a part holds 5 of them, though the SM's registers would do for 21.
  EXPECT_EQ(most_ctas_per_sm(ampere(), {.threads = 32, .registers = 96}), 20);
  EXPECT_EQ(most_ctas_per_sm(ampere(), {.threads = 96, .registers = 96}), 6);
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

/// S5 4.1: two kernels of eight CTAs that compete for one resource.
TEST(CoExecutionSpace, OfTwoKernelsOfEightCtasGoesFromOneAndSevenToSevenAndOne) {
  const std::array<CtaResources, 2> kernels{{{.threads = 256, .per_sm = 8}, {.threads = 256, .per_sm = 8}}};
  const std::vector<CtaCounts> expected{{1, 7}, {2, 6}, {3, 5}, {4, 4}, {5, 3}, {6, 2}, {7, 1}};
  EXPECT_EQ(co_execution_space(ampere(), kernels), expected);
}

TEST(CoExecutionSpace, LeavesOutWhatACtaCanBeAddedTo) {
  // 2048 threads: of (1, 2) and (1, 3) the latter; 512 threads that stay free at (3, 1) fit no CTA of 768.
  const std::array<CtaResources, 2> kernels{{{.threads = 256, .per_sm = 3}, {.threads = 768, .per_sm = 8}}};
  EXPECT_EQ(co_execution_space(ampere(), kernels), (std::vector<CtaCounts>{{2, 2}, {3, 1}}));
}

TEST(CoExecutionSpace, IsEmptyWhereOneOfEachDoesNotFit) {
  const std::array<CtaResources, 2> kernels{{{.threads = 32, .shared_memory = Bytes{90 << 10}, .per_sm = 1},
                                             {.threads = 32, .shared_memory = Bytes{90 << 10}, .per_sm = 1}}};
  EXPECT_TRUE(co_execution_space(ampere(), kernels).empty());
}

/// Whether so many CTAs of each kernel take no more than an SM has, and of none there are more than it may have.
bool fit_together(const SmModel& sm, std::span<const CtaResources> kernels, std::span<const std::int64_t> ctas) {
  SmResources taken;
  for (std::size_t kernel = 0; kernel < kernels.size(); ++kernel) {
    if (ctas[kernel] > kernels[kernel].per_sm || ctas[kernel] > most_ctas_per_sm(sm, kernels[kernel])) {
      return false;
    }
    const SmResources cta = resources_of_cta(sm, kernels[kernel]);
    taken.ctas += ctas[kernel] * cta.ctas;
    taken.threads += ctas[kernel] * cta.threads;
    taken.registers += ctas[kernel] * cta.registers;
    taken.shared_memory.count += ctas[kernel] * cta.shared_memory.count;
  }
  return taken.ctas <= sm.ctas && taken.threads <= sm.threads && taken.registers <= sm.registers &&
         taken.shared_memory.count <= sm.shared_memory.count;
}

/// Every combination of counts, as the definition has it.
std::vector<CtaCounts> every_maximal(const SmModel& sm, std::span<const CtaResources> kernels) {
  std::vector<CtaCounts> found;
  CtaCounts counts(kernels.size(), 1);
  while (counts[0] <= kernels[0].per_sm) {
    bool maximal = fit_together(sm, kernels, counts);
    for (std::size_t kernel = 0; kernel < kernels.size() && maximal; ++kernel) {
      CtaCounts more = counts;
      ++more[kernel];
      maximal = !fit_together(sm, kernels, more);
    }
    if (maximal) {
      found.push_back(counts);
    }
    std::size_t last = kernels.size() - 1;
    while (++counts[last] > kernels[last].per_sm && last > 0) {
      counts[last--] = 1;
    }
  }
  return found;
}

TEST(CoExecutionSpace, IsWhatTheDefinitionSaysOfTwoAndThreeKernels) {
  EXPECT_TRUE(rc::check([] {
    const auto kernel = [] {
      return CtaResources{.threads = *rc::gen::inRange<std::int64_t>(1, 1025),
                          .registers = *rc::gen::inRange<std::int64_t>(0, 129),
                          .shared_memory = {*rc::gen::inRange<std::int64_t>(0, 60'000)},
                          .per_sm = *rc::gen::inRange<std::int64_t>(1, 17)};
    };
    std::vector<CtaResources> kernels;
    for (int count = *rc::gen::inRange(2, 4); count > 0; --count) {
      kernels.push_back(kernel());
    }
    RC_ASSERT(co_execution_space(ampere(), kernels) == every_maximal(ampere(), kernels));
  }));
}

TEST(Occupancy, OfAKernelAloneIsWhatFitsTogetherWithNothing) {
  EXPECT_TRUE(rc::check([] {
    const std::array<CtaResources, 1> kernel{{{.threads = *rc::gen::inRange<std::int64_t>(1, 1025),
                                               .registers = *rc::gen::inRange<std::int64_t>(0, 256),
                                               .shared_memory = {*rc::gen::inRange<std::int64_t>(0, 200'000)},
                                               .per_sm = 1000}}};
    const std::int64_t most = most_ctas_per_sm(ampere(), kernel[0]);
    RC_ASSERT(fit_together(ampere(), kernel, std::array<std::int64_t, 1>{most}));
    RC_ASSERT(!fit_together(ampere(), kernel, std::array<std::int64_t, 1>{most + 1}));
  }));
}

}  // namespace
}  // namespace warpshop
