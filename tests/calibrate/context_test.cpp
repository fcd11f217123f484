#include "calibrate/context.hpp"

#include <string>

#include <gtest/gtest.h>

#include "tests/support/scratch_folder.hpp"

namespace warpshop::calibrate {
namespace {

TEST(LinkPeak, FollowsRateLanesAndEncoding) {
  EXPECT_NEAR(link_peak("5.0 GT/s PCIe", "16")->value, 8e9, 1);
  EXPECT_NEAR(link_peak("8.0 GT/s PCIe", "16")->value, 15.754e9, 1e6);
  EXPECT_NEAR(link_peak("32.0 GT/s PCIe", "16")->value, 63.015e9, 1e6);
  EXPECT_FALSE(link_peak("Unknown", "16"));
  EXPECT_FALSE(link_peak("8.0 GT/s PCIe", ""));
}

TEST(SmOf, DealsSharedMemoryInSmallerLotsFromComputeCapability8On) {
  gpu::Properties chip;
  EXPECT_EQ(sm_of(chip).units, AllocationUnits{});
  chip.compute_major = 7;
  chip.shared_memory_per_cta_reserved = Bytes{1 << 10};
  EXPECT_EQ(sm_of(chip).units, (AllocationUnits{256, 4, Bytes{256}, Bytes{1 << 10}}));
  chip.compute_major = 9;
  EXPECT_EQ(sm_of(chip).units, (AllocationUnits{256, 4, Bytes{128}, Bytes{1 << 10}}));
}

TEST(Describe, ReadsTheLinkFromTheKernelsFiles) {
  const test::ScratchFolder folder;
  const auto write = [&](const std::string& file, const char* text) { folder.write("0000:17:00.0/" + file, text); };
  write("current_link_speed", "16.0 GT/s PCIe");
  write("current_link_width", "8");
  write("max_link_speed", "32.0 GT/s PCIe");
  write("max_link_width", "16");
  std::filesystem::create_directories(folder / "0000:17:00.0" / "driver" / "module");
  write("driver/module/version", "580.65.06");
  gpu::Properties chip;
  chip.name = "NVIDIA Example";
  chip.compute_major = 9;
  chip.pci_address = "0000:17:00.0";
  const auto provenance = describe(chip, folder.path().string());
  EXPECT_EQ(provenance.at("gpu"), "NVIDIA Example, compute capability 9.0");
  EXPECT_EQ(provenance.at("kernel module"), "580.65.06");
  EXPECT_FALSE(provenance.contains("clock limits"));
  EXPECT_EQ(provenance.at("link"),
            "PCIe 4.0 x8, 15.8 GB/s in each direction, the slot and the chip at most PCIe 5.0 x16");
  EXPECT_NEAR(link_peak(chip, folder.path().string())->value, 15.754e9, 1e6);
  EXPECT_FALSE(link_peak(chip, (folder / "none").string()));
  EXPECT_FALSE(describe(chip, (folder / "none").string()).contains("link"));
}

}  // namespace
}  // namespace warpshop::calibrate
