// What chips can be cut into, of every chip that has MIG: held against where the driver places instances.
#include "sim/share/mig.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/io/device/chips.hpp"

namespace warpshop::share {
namespace {

std::vector<ChipModel> chips_with_mig() {
  std::vector<ChipModel> found;
  for (const ChipModel& chip : io::chips().chips) {
    if (!chip.mig.profiles.empty()) {
      found.push_back(chip);
    }
  }
  return found;
}

/// Where instances may start among the memory slices, by how many they have (`nvidia-smi mig -lgipp`): at multiples of
/// that, as long as there are compute slices beside; 4g and 7g at 0 alone.
bool may_start(const MigModel& mig, const MigProfile& profile, std::int64_t start) {
  if (profile.compute > mig.compute_slices / 2) {
    return start == 0;
  }
  return start % profile.memory == 0 && start + profile.compute <= mig.compute_slices &&
         start + profile.memory <= mig.memory_slices;
}

/// Whether all of the layout from `next` on find a place in what is free.
bool can_be_placed(const MigModel& mig, const std::vector<std::size_t>& layout, std::size_t next,
                   std::vector<bool>& taken) {
  if (next == layout.size()) {
    return true;
  }
  const MigProfile& profile = mig.profiles[layout[next]];
  for (std::int64_t start = 0; start < mig.memory_slices; ++start) {
    const auto first = taken.begin() + start;
    if (!may_start(mig, profile, start) || std::any_of(first, first + profile.memory, [](bool each) { return each; })) {
      continue;
    }
    std::fill(first, first + profile.memory, true);
    if (can_be_placed(mig, layout, next + 1, taken)) {
      return true;
    }
    std::fill(first, first + profile.memory, false);
  }
  return false;
}

TEST(MigLayouts, FitTheirChipAndTheDriverPlacesThem) {
  EXPECT_EQ(chips_with_mig().size(), 10U);
  for (const ChipModel& chip : chips_with_mig()) {
    const MigModel& mig = chip.mig;
    const auto layouts = mig_layouts(mig);
    EXPECT_EQ(std::set(layouts.begin(), layouts.end()).size(), layouts.size());
    for (const auto& layout : layouts) {
      std::int64_t compute = 0;
      std::int64_t memory = 0;
      std::int64_t sms = 0;
      int engines = 0;
      for (const std::size_t each : layout) {
        compute += mig.profiles[each].compute;
        memory += mig.profiles[each].memory;
        sms += mig.profiles[each].sms;
        engines += mig.profiles[each].copy_engines;
      }
      EXPECT_LE(compute, mig.compute_slices) << chip.name;
      EXPECT_LE(memory, mig.memory_slices) << chip.name;
      EXPECT_LE(sms, chip.sm.count) << chip.name;
      EXPECT_LE(engines, mig.profiles.front().copy_engines) << chip.name;
      EXPECT_TRUE(std::is_sorted(layout.begin(), layout.end()));
      std::vector<bool> taken(static_cast<std::size_t>(mig.memory_slices), false);
      EXPECT_TRUE(can_be_placed(mig, layout, 0, taken)) << chip.name;
      for (const MigProfile& more : mig.profiles) {
        EXPECT_TRUE(compute + more.compute > mig.compute_slices || memory + more.memory > mig.memory_slices)
            << "no room for " << more.name;
      }
    }
  }
}

TEST(MigLayouts, AreTheTwelveSetsThatOneCanCount) {
  // 7; 4+3; 4 with 3 slices of 2 and 1: two; 3+3, full by its memory; 3 with 4 slices of 2 and 1: three;
  // 7 slices of 2 and 1 alone: four.
  EXPECT_EQ(mig_layouts(io::chips().mig_of({.count = 108})).size(), 12U);
  // 4; 2+2; 2+1+1; 1+1+1+1.
  EXPECT_EQ(mig_layouts(io::chips().find_chip("a30")->mig).size(), 4U);
  EXPECT_TRUE(mig_layouts({}).empty());
}

std::vector<std::string> names(const MigModel& mig, const std::vector<double>& compute) {
  std::vector<std::string> found;
  for (const std::size_t each : mig_layout(mig, compute).value_or(std::vector<std::size_t>{})) {
    found.push_back(mig.profiles[each].name);
  }
  return found;
}

TEST(MigLayout, OfNumbersHasTheProfilesWithoutExtraMemory) {
  const MigModel& a100 = io::chips().find_chip("a100-sxm-80")->mig;
  EXPECT_EQ(names(a100, std::vector<double>(7, 1)), std::vector<std::string>(7, "1g.10gb"));
  EXPECT_EQ(names(io::chips().find_chip("h200")->mig, std::vector<double>(7, 1)),
            std::vector<std::string>(7, "1g.18gb"));
  EXPECT_EQ(names(a100, {1, 1}), (std::vector<std::string>{"1g.10gb", "1g.10gb"})) << "others would fit beside them";
  EXPECT_EQ(names(a100, {2, 3, 2}), (std::vector<std::string>{"3g.40gb", "2g.20gb", "2g.20gb"}));
  EXPECT_FALSE(mig_layout(a100, {3, 3, 1})) << "9 memory slices";
  EXPECT_FALSE(mig_layout(a100, {4, 2, 2})) << "8 compute slices";
  EXPECT_FALSE(mig_layout(a100, {5}));
  EXPECT_FALSE(mig_layout(a100, {1.5}));
}

}  // namespace
}  // namespace warpshop::share
