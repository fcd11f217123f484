#include "sim/model/device_rules.hpp"

#include <gtest/gtest.h>

namespace warpshop {
namespace {

TransferModel& transfer(Device& device, Memory memory, Direction direction) {
  return device.transfers[index(memory)][index(direction)];
}

/// Pinned copies to the device at 4 GB/s alone.
Device plain_device() {
  Device device;
  transfer(device, Memory::pinned, Direction::h2d).alone = BytesPerSecond{4e9};
  return device;
}

TEST(DeviceRules, FindNothingWrongWithWhatIsMissing) {
  EXPECT_FALSE(first_mistake(Device{}));
  EXPECT_FALSE(first_mistake(plain_device()));
}

TEST(DeviceRules, NameAllThatADeviceWithOneDmaEngineCannotHave) {
  Device device = plain_device();
  device.dma_engines = 1;
  transfer(device, Memory::pinned, Direction::h2d).duplex = BytesPerSecond{9e9};
  transfer(device, Memory::pageable, Direction::d2h).mixed = BytesPerSecond{1e9};
  const auto mistake = first_mistake(device);
  ASSERT_TRUE(mistake);
  EXPECT_EQ(mistake->shows, DeviceMistake::Shows::paths);
  EXPECT_EQ(mistake->paths, (std::vector<std::string>{"transfer.pinned.h2d.duplex", "transfer.pageable.d2h.mixed"}));
  EXPECT_EQ(mistake->expected,
            "none of it, as its transfers never overlap; to do without for once: --set transfer.pinned.h2d.duplex= "
            "--set transfer.pageable.d2h.mixed=");
}

TEST(DeviceRules, TwoPageableTransfersNeverOverlap) {
  Device device = plain_device();
  device.dma_engines = 1;
  transfer(device, Memory::pinned, Direction::h2d).duplex = BytesPerSecond{1e9};
  transfer(device, Memory::pageable, Direction::h2d).duplex = BytesPerSecond{1e9};
  const auto mistake = first_mistake(device);
  ASSERT_TRUE(mistake);
  EXPECT_EQ(mistake->paths, std::vector<std::string>{"transfer.pageable.h2d.duplex"});
  EXPECT_EQ(mistake->shows, DeviceMistake::Shows::nothing);
}

TEST(DeviceRules, AnOpposingCopyMakesNoneFaster) {
  Device device = plain_device();
  transfer(device, Memory::pinned, Direction::h2d).mixed = BytesPerSecond{4.4e9};
  EXPECT_FALSE(first_mistake(device));
  transfer(device, Memory::pinned, Direction::h2d).mixed = BytesPerSecond{4.5e9};
  const auto mistake = first_mistake(device);
  ASSERT_TRUE(mistake);
  EXPECT_EQ(mistake->paths, std::vector<std::string>{"transfer.pinned.h2d.mixed"});
  EXPECT_EQ(mistake->what, "is a mixed bandwidth more than 10 % above the 4 GB/s alone");
}

TEST(DeviceRules, ABandwidthIsShownInTheFewestDigits) {
  for (const auto& [alone, shown] :
       {std::pair{3.26e9, "3.26"}, std::pair{1e14, "100000"}, std::pair{1e5, "0.0001"}, std::pair{1.0, "1e-09"}}) {
    Device device;
    transfer(device, Memory::pinned, Direction::d2h) = {.alone = BytesPerSecond{alone},
                                                        .duplex = BytesPerSecond{2 * alone}};
    EXPECT_EQ(first_mistake(device).value().what,
              std::string("is a duplex bandwidth more than 10 % above the ") + shown + " GB/s alone");
  }
}

TEST(DeviceRules, ABusMovesNoMoreBothWaysThanOneWay) {
  Device device = plain_device();
  device.bus = BusModel{.bandwidth = {BytesPerSecond{1e9}, BytesPerSecond{5e9}},
                        .duplex = BusDuplex{{BytesPerSecond{1e9}, BytesPerSecond{4e9}}}};
  EXPECT_FALSE(first_mistake(device));
  device.bus->duplex->bandwidth[0] = BytesPerSecond{1.1e9};
  const auto mistake = first_mistake(device);
  ASSERT_TRUE(mistake);
  EXPECT_EQ(mistake->paths, std::vector<std::string>{"bus.duplex.h2d"});
  EXPECT_EQ(mistake->what, "is more than the bus moves while nothing moves the other way");
}

TEST(DeviceRules, TheWorstErrorIsNotBelowTheMean) {
  Device device = plain_device();
  device.observed = Observed{.partial_overlap = ModelCheck{.mean_error = 0.1, .worst_error = 0.1}};
  EXPECT_FALSE(first_mistake(device));
  device.observed->partial_overlap->worst_error = 0.05;
  EXPECT_EQ(first_mistake(device).value().paths, std::vector<std::string>{"observed.partial_overlap.worst_error"});
}

TEST(DeviceRules, ACtaOfAKernelFitsIntoAnSm) {
  Device device = plain_device();
  device.sm = SmModel{.count = 1, .registers = 65536, .shared_memory = Bytes{1024}, .threads = 128, .ctas = 8};
  device.kernels["k"].cta = CtaResources{.threads = 128, .registers = 32, .shared_memory = Bytes{1024}};
  EXPECT_FALSE(first_mistake(device));
  device.kernels["k"].cta->threads = 129;
  const auto mistake = first_mistake(device);
  ASSERT_TRUE(mistake);
  EXPECT_EQ(mistake->paths, std::vector<std::string>{"kernels.k.cta"});
  EXPECT_EQ(mistake->what, "a CTA of kernel k takes 160 of an SM's 'threads'");
  EXPECT_EQ(mistake->expected, "at most 128");
}

TEST(DeviceRules, NothingDrawsLessThanAnIdleBoard) {
  Device device = plain_device();
  device.kernels["k"].power = Watts{50};
  EXPECT_FALSE(first_mistake(device));
  device.power = PowerModel{.idle = {40}, .copies = {Watts{40}, Watts{41}}};
  EXPECT_FALSE(first_mistake(device));
  device.power->copies[1] = Watts{39};
  EXPECT_EQ(first_mistake(device)->paths, std::vector<std::string>{"power.d2h"});
  device.power = PowerModel{.idle = {51}, .copies = {Watts{51}, Watts{51}}};
  EXPECT_EQ(first_mistake(device)->paths, std::vector<std::string>{"kernels.k.power"});
}

}  // namespace
}  // namespace warpshop
