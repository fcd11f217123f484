#include <gtest/gtest.h>

#include "sim/model/timeline.hpp"

namespace warpshop {
namespace {

TEST(EngineLanes, WhatOverlapsOnAnEngineIsDrawnBesideEachOther) {
  Timeline timeline;
  timeline.intervals = {{0, Stage::h2d, Millis{0}, Millis{1}},    {0, Stage::kernel, Millis{1}, Millis{5}},
                        {1, Stage::kernel, Millis{2}, Millis{3}}, {2, Stage::kernel, Millis{3}, Millis{6}},
                        {3, Stage::kernel, Millis{4}, Millis{5}}, {4, Stage::kernel, Millis{5}, Millis{7}}};
  EXPECT_EQ(engine_lanes(timeline), (std::vector<std::uint32_t>{0, 0, 1, 1, 2, 0}));
  timeline.intervals.push_back({5, Stage::h2d, Millis{0.5}, Millis{2}});  // of another MIG instance
  EXPECT_EQ(engine_lanes(timeline).back(), 1);
}

}  // namespace
}  // namespace warpshop
