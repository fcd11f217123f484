#include "calibrate/round_figures.hpp"

#include <sstream>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "sim/io/device/device_yaml.hpp"
#include "sim/model/device_rules.hpp"
#include "tests/support/devices.hpp"

namespace warpshop::calibrate {
namespace {

constexpr double kRoomForIntervals = 1e17;  // up to ten times a bandwidth, of the 1e18 B/s that a profile may say

/// Whatever was measured, a profile of it is written that loads again: also where a copy beside others was as fast as
/// any may be, which is where what is above that ends.
TEST(RoundFigures, WhatWasMeasuredLoadsAgain) {
  EXPECT_TRUE(rc::check([] {
    Device device = *test::any_device();
    for (auto& memory : device.transfers) {
      for (TransferModel& transfer : memory) {
        for (auto* beside : {&transfer.duplex, &transfer.mixed}) {
          if (*beside && transfer.alone && transfer.alone->value < kRoomForIntervals && *rc::gen::arbitrary<bool>()) {
            *beside = BytesPerSecond{transfer.alone->value * kMostBesideOverAlone};
          }
        }
      }
    }
    RC_PRE(!first_mistake(device));
    round_figures(device);
    std::stringstream text;
    io::write_device(text, device);
    std::ostringstream again;
    io::write_device(again, io::parse_device(text, "rounded.yaml"));
    RC_ASSERT(again.str() == text.str());
  }));
}

}  // namespace
}  // namespace warpshop::calibrate
