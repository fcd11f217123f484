#include "sim/model/context_switch.hpp"

#include <gtest/gtest.h>

namespace warpshop {
namespace {

TEST(ContextSwitch, IsWhatTheProfileSaysOrAnAssumedValueWithinItsRange) {
  Device device;
  EXPECT_EQ(context_switch(device), kTypicalContextSwitch);
  EXPECT_EQ(context_switch_range(device), kContextSwitch);
  EXPECT_LT(kContextSwitch.low, kTypicalContextSwitch);
  EXPECT_LT(kTypicalContextSwitch, kContextSwitch.high);
  EXPECT_GT(kContextSwitch.low, Millis{0}) << "what is not known is not free";
  device.context_switch = Millis{0};
  EXPECT_EQ(context_switch(device), Millis{0}) << "measured as nothing";
  EXPECT_EQ(context_switch_range(device), std::nullopt);
}

TEST(ContextSwitch, ThatTheProfileGuessesKeepsTheRangeMadeWideEnough) {
  Device device;
  device.assumed.insert(kContextSwitchPath);
  device.context_switch = Millis{0.1};
  EXPECT_EQ(context_switch_range(device), kContextSwitch);
  device.context_switch = Millis{0.001};
  EXPECT_EQ(context_switch_range(device), (AssumedRange{Millis{0.001}, kContextSwitch.high}));
  device.context_switch = Millis{3};
  EXPECT_EQ(context_switch_range(device), (AssumedRange{kContextSwitch.low, Millis{3}}));
}

}  // namespace
}  // namespace warpshop
