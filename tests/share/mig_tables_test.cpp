#include "sim/share/mig_tables.hpp"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

namespace warpshop::share {
namespace {

TEST(MigProfiles, AreThoseOfChipsThatHaveMig) {
  EXPECT_EQ(mig_profiles(108).size(), 5U);
  EXPECT_EQ(mig_profiles(132).front().sms, 132U);
  EXPECT_TRUE(mig_profiles(28).empty());
  EXPECT_TRUE(mig_profiles(0).empty());
}

TEST(MigLayouts, FillAtMostSevenComputeAndEightMemorySlices) {
  for (const std::int64_t chip : {108, 132}) {
    const auto profiles = mig_profiles(chip);
    const auto layouts = mig_layouts(profiles);
    EXPECT_EQ(std::set(layouts.begin(), layouts.end()).size(), layouts.size());
    for (const auto& layout : layouts) {
      std::int64_t compute = 0;
      std::int64_t memory = 0;
      std::int64_t sms = 0;
      for (const std::size_t each : layout) {
        compute += profiles[each].compute;
        memory += profiles[each].memory;
        sms += profiles[each].sms;
      }
      EXPECT_LE(compute, 7);
      EXPECT_LE(memory, 8);
      EXPECT_LE(sms, chip);
      EXPECT_TRUE(std::is_sorted(layout.begin(), layout.end()));
      for (const MigProfile& more : profiles) {
        EXPECT_TRUE(compute + more.compute > 7 || memory + more.memory > 8) << "no room for " << more.name;
      }
    }
  }
}

TEST(MigLayouts, AreTheTwelveSetsThatOneCanCount) {
  // 7; 4+3; 4 with 3 slices of 2 and 1: two; 3+3, full by its memory; 3 with 4 slices of 2 and 1: three;
  // 7 slices of 2 and 1 alone: four.
  EXPECT_EQ(mig_layouts(mig_profiles(108)).size(), 12U);
}

}  // namespace
}  // namespace warpshop::share
