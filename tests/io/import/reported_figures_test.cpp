// Figures of the texts in tests/reference/reports, each written here by hand as a person reads it there.
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/io/device/chips.hpp"
#include "tests/io/import/report_samples.hpp"

namespace warpshop::io {
namespace {

constexpr Direction kIn = Direction::h2d;
constexpr Direction kOut = Direction::d2h;

/// GB/s; nothing: it is not there, or a guess.
std::optional<double> measured(const Device& device, Memory memory, Direction direction, const std::string& figure) {
  if (device.assumed.contains(transfer_path(memory, direction, figure))) {
    return std::nullopt;
  }
  const TransferModel& transfer = device.transfer(memory, direction);
  const auto& value = figure == "alone" ? transfer.alone : figure == "duplex" ? transfer.duplex : transfer.mixed;
  return value ? std::optional(value->value / 1e9) : std::nullopt;
}

/// alone in and out, duplex in and out, of pinned memory.
std::vector<std::optional<double>> pinned_figures(const Device& device) {
  return {measured(device, kPinned, kIn, "alone"), measured(device, kPinned, kOut, "alone"),
          measured(device, kPinned, kIn, "duplex"), measured(device, kPinned, kOut, "duplex")};
}

using Figures = std::vector<std::optional<double>>;

TEST(ReportedFigures, OfTwoGpusEachHasItsColumnOfNvbandwidth) {
  const Device first = profile_of_sample("nvbandwidth-rtx4090.txt", ReportTool::nvbandwidth);
  EXPECT_EQ(pinned_figures(first), (Figures{25.31, 26.02, 18.47, 19.76}));
  EXPECT_EQ(first.sm->chip, "rtx4090");
  EXPECT_EQ(first.provenance.at("transfer.pinned.d2h.duplex"),
            "nvbandwidth v0.8, device_to_host_bidirectional_memcpy_ce, nvbandwidth-rtx4090.txt:36");
  const Device second = profile_of_sample("nvbandwidth-rtx4090.txt", ReportTool::nvbandwidth, 1);
  EXPECT_EQ(pinned_figures(second), (Figures{12.64, 13.13, 10.21, 10.95}));
}

TEST(ReportedFigures, OldNvbandwidthWithoutBidirectionalTestsLeavesDuplexAssumed) {
  const Device device = profile_of_sample("nvbandwidth-a100.txt", ReportTool::nvbandwidth);
  EXPECT_EQ(pinned_figures(device), (Figures{23.87, 22.58, {}, {}}));
  EXPECT_EQ(device.sm->chip, "a100-sxm-40");
  EXPECT_EQ(device.dma_engines, 2);
  EXPECT_FALSE(device.assumed.contains("dma_engines"));  // chips.yaml says three
}

TEST(ReportedFigures, JsonOfNvbandwidthIsReadColumnByColumnAndNotAvailableIsNothing) {
  EXPECT_EQ(pinned_figures(profile_of_sample("nvbandwidth-h200.json", ReportTool::nvbandwidth)),
            (Figures{55.3127, 56.8842, 41.7203, {}}));
  EXPECT_EQ(pinned_figures(profile_of_sample("nvbandwidth-h200.json", ReportTool::nvbandwidth, 1)),
            (Figures{55.3304, 56.8913, 41.6958, {}}));
  const Device third = profile_of_sample("nvbandwidth-h200.json", ReportTool::nvbandwidth, 2);
  EXPECT_EQ(pinned_figures(third), (Figures{55.2981, {}, 41.7011, {}}));
  EXPECT_EQ(third.transfer(kPinned, kOut).alone->value, 55.2981e9);  // as in the other direction
  EXPECT_EQ(third.provenance.at("gpu"), "NVIDIA H200");
}

TEST(ReportedFigures, BandwidthTestSaysGigabytesOfTenToTheNinth) {
  const Device device = profile_of_sample("bandwidthtest-t4.txt", ReportTool::bandwidth_test);
  EXPECT_EQ(pinned_figures(device), (Figures{6.3, 6.6, {}, {}}));
  EXPECT_EQ(device.sm->chip, "t4");
  EXPECT_TRUE(device.transfer(kPinned, kIn).points.empty());
}

// 1 "MB/s" of bandwidthTest 5 to 10 is 2^10 B/ms / 2^20 × 2^20 = 1024 B/ms, see read_reports.hpp.
TEST(ReportedFigures, OldBandwidthTestSaysMegabytesOf1024000Bytes) {
  const Device device = profile_of_sample("bandwidthtest-k80.txt", ReportTool::bandwidth_test, 2);
  EXPECT_DOUBLE_EQ(device.transfer(kPinned, kIn).alone->value, 7765.1 * 1024 * 1000);
  EXPECT_DOUBLE_EQ(device.transfer(kPinned, kOut).alone->value, 7802.4 * 1024 * 1000);
  EXPECT_DOUBLE_EQ(device.transfer(kPageable, kIn).alone->value, 3155.8 * 1024 * 1000);
  EXPECT_DOUBLE_EQ(device.transfer(kPageable, kOut).alone->value, 2987.3 * 1024 * 1000);
  EXPECT_TRUE(device.assumed.contains("dma_engines"));  // chips.yaml does not say how many a K80 has
}

TEST(ReportedFigures, TablesOfCuda4SayMegabytesOfTwoToTheTwentieth) {
  const Text text = checked_text(
      "Device 0: GeForce GTX 470\n Quick Mode\n Host to Device Bandwidth, 1 Device(s), Paged memory\n"
      "  Transfer Size (Bytes) Bandwidth(MB/s)\n  33554432 1833.5\n",
      "old.txt");
  const ReportedGpus gpus = gpus_of(text, ReportTool::bandwidth_test);
  EXPECT_DOUBLE_EQ(gpus.gpus.front().figures.at("transfer.pageable.h2d.alone").value, 1833.5 * 1048576);
}

/// A copy of each size takes as long as size / bandwidth of the text says, which counts all of its time.
void expect_times(const TransferModel& transfer, const std::map<std::int64_t, double>& gigabytes) {
  ASSERT_EQ(transfer.points.size(), gigabytes.size());
  for (const auto& [size, bandwidth] : gigabytes) {
    const double expected = static_cast<double>(size) / (bandwidth * 1e9) * 1e3;
    EXPECT_NEAR(transfer.time_alone({size}).count(), expected, expected * 1e-5) << size << " B";
  }
}

TEST(ReportedFigures, SeveralSizesAreWhatCopiesOfThemTake) {
  const Device device = profile_of_sample("bandwidthtest-rtx3090.txt", ReportTool::bandwidth_test);
  EXPECT_EQ(pinned_figures(device), (Figures{25.9, 26.4, {}, {}}));
  // 1000 B at 0.5 and 0.4 GB/s are rounded by more than 5 %
  expect_times(device.transfer(kPinned, kIn), {{4000, 1.5},
                                               {16'000, 5.0},
                                               {64'000, 12.8},
                                               {256'000, 20.5},
                                               {1'000'000, 24.0},
                                               {16'000'000, 25.6},
                                               {64'000'000, 25.9}});
  expect_times(device.transfer(kPinned, kOut), {{4000, 1.3},
                                                {16'000, 4.6},
                                                {64'000, 12.1},
                                                {256'000, 20.3},
                                                {1'000'000, 24.3},
                                                {16'000'000, 26.2},
                                                {64'000'000, 26.4}});
  // 4000 B at 1.5 GB/s less 4000 B at 25.9 GB/s, in whole nanoseconds; out 64 000 B at 12.1 less at 26.4 GB/s
  EXPECT_DOUBLE_EQ(device.transfer(kPinned, kIn).latency->count(), 0.002512);
  EXPECT_DOUBLE_EQ(device.transfer(kPinned, kOut).latency->count(), 0.002865);
  EXPECT_FALSE(device.assumed.contains("transfer.pinned.h2d.latency"));
}

TEST(ReportedFigures, LinesOfCsvAreFiguresToo) {
  const Text text = checked_text(
      "bandwidthTest-H2D-Pinned, Bandwidth = 12.4 GB/s, Time = 0.00258 s, Size = 32000000 bytes, NumDevsUsed = 1\n"
      "bandwidthTest-D2H-Paged, Bandwidth = 7.7 GB/s, Time = 0.00416 s, Size = 32000000 bytes, NumDevsUsed = 1\n"
      "bandwidthTest-D2D, Bandwidth = 239.0 GB/s, Time = 0.00013 s, Size = 32000000 bytes, NumDevsUsed = 1\n",
      "csv.txt");
  const ReportedGpus gpus = gpus_of(text, ReportTool::bandwidth_test);
  const Device device = profile_of_report(gpus, gpus.gpus.front(), "box").device;
  EXPECT_EQ(measured(device, kPinned, kIn, "alone"), 12.4);
  EXPECT_EQ(measured(device, kPageable, kOut, "alone"), 7.7);
  EXPECT_EQ(gpus.gpus.front().figures.size(), 2U);
}

TEST(ReportedFigures, DeviceQueryOfAKnownChipIsThatChipWithItsOwnMemory) {
  const Device device = profile_of_sample("devicequery-v100.txt", ReportTool::device_query);
  const ChipModel& chip = *chips().find_chip("v100-sxm-32");
  EXPECT_EQ(device.sm, chip.sm);
  EXPECT_EQ(device.memory_size, Bytes{34'072'559'616});
  EXPECT_EQ(device.memory_bandwidth, chip.memory_bandwidth);
  EXPECT_EQ(device.compute_capability, (ComputeCapability{7, 0}));
  EXPECT_EQ(device.dma_engines, 2);  // five engines are as good as two
  EXPECT_EQ(device.transfer(kPinned, kIn).alone, chips().link_of(chip)->usual);
  EXPECT_TRUE(device.assumed.contains("transfer.pinned.h2d.alone"));
}

TEST(ReportedFigures, DeviceQueryOfAnUnknownChipIsItsFigures) {
  const Device device = profile_of_sample("devicequery-gtx1650.txt", ReportTool::device_query);
  EXPECT_EQ(device.sm->chip, "");
  EXPECT_EQ(device.sm->count, 14);
  EXPECT_EQ(device.sm->threads, 1024);
  EXPECT_EQ(device.sm->registers, 65536);
  EXPECT_EQ(device.sm->shared_memory, Bytes{65536});
  EXPECT_EQ(device.sm->ctas, 16);  // of every chip of 7.5
  EXPECT_EQ(device.memory_size, Bytes{4'093'509'632});
  EXPECT_DOUBLE_EQ(device.memory_bandwidth->value, 4001e6 * 2 * 128 / 8);
  EXPECT_EQ(device.compute_capability, (ComputeCapability{7, 5}));
  EXPECT_FALSE(device.transfer(kPinned, kIn).alone);  // of no link
  const Device small = profile_of_sample("devicequery-gtx1650.txt", ReportTool::device_query, 1);
  EXPECT_EQ(small.dma_engines, 1);
  EXPECT_EQ(small.sm->count, 1);
  EXPECT_EQ(small.sm->shared_memory, Bytes{49152});  // nobody says more
  EXPECT_TRUE(small.assumed.contains("sm.shared_memory"));
  EXPECT_TRUE(small.assumed.contains("sm.ctas"));
}

TEST(ReportedFigures, DeviceQueryInAMigInstanceHasTheInstancesSms) {
  const Device device = profile_of_sample("devicequery-mig.txt", ReportTool::device_query);
  EXPECT_EQ(device.sm->chip, "");
  EXPECT_EQ(device.sm->count, 42);
  EXPECT_EQ(device.sm->shared_memory, Bytes{167936});
  EXPECT_EQ(device.memory_size, Bytes{20'937'965'568});
}

TEST(ReportedFigures, NvidiaSmiSaysLinkAndMemoryWithoutWhatIsReserved) {
  const Device device = profile_of_sample("nvidia-smi-h100.txt", ReportTool::nvidia_smi);
  EXPECT_EQ(device.sm->chip, "h100-sxm");
  EXPECT_EQ(device.memory_size, Bytes{(81559 - 551) * 1048576LL});
  EXPECT_EQ(device.provenance.at("link"), "PCIe 5.0 x16");
  EXPECT_EQ(device.provenance.at("board_power"),
            "limit 650.00 W, limit by default 700.00 W, draws 71.84 W, at a utilization of 0 % (nvidia-smi-h100.txt)");
  EXPECT_EQ(device.provenance.at("mps"), "was running (nvidia-smi-h100.txt)");
  EXPECT_FALSE(device.power);  // a draw that may be idle is no figure of a profile
  const ReportedGpus gpus = gpus_of_sample("nvidia-smi-h100.txt", ReportTool::nvidia_smi);
  ASSERT_EQ(gpus.gpus.size(), 2U);
  EXPECT_EQ(gpus.gpus[1].figures.at("memory.size").value, (81559 - 551) * 1048576.0);  // not of its MIG device
}

TEST(ReportedFigures, NvidiaSmiSaysAnIdleLinkByWhatItCanDoAndTheLanesThatItHas) {
  const Device device = profile_of_sample("nvidia-smi-rtx3090.txt", ReportTool::nvidia_smi);
  EXPECT_EQ(device.provenance.at("link"), "PCIe 4.0 x8");
  EXPECT_EQ(device.transfer(kPinned, kIn).alone, chips().find_link("pcie4-x8")->usual);
  EXPECT_EQ(device.memory_size, Bytes{24268 * 1048576LL});
}

TEST(ReportedFigures, NvidiaSmiOfAGraceHopperIsOnItsC2CLink) {
  const Device device = profile_of_sample("nvidia-smi-gh200.txt", ReportTool::nvidia_smi);
  EXPECT_EQ(device.provenance.at("link"), "NVLink-C2C");
  EXPECT_EQ(device.transfer(kPinned, kIn).alone, chips().find_link("c2c")->usual);
  EXPECT_EQ(device.memory_size, Bytes{(97871 - 733) * 1048576LL});
  EXPECT_FALSE(device.sm);
  EXPECT_TRUE(device.assumed.contains("dma_engines"));
}

TEST(ReportedFigures, EveryProfileIsReadBackAsItWasWritten) {
  const std::map<std::string, ReportTool> samples{
      {"nvbandwidth-rtx4090.txt", ReportTool::nvbandwidth},      {"nvbandwidth-a100.txt", ReportTool::nvbandwidth},
      {"nvbandwidth-h200.json", ReportTool::nvbandwidth},        {"bandwidthtest-t4.txt", ReportTool::bandwidth_test},
      {"bandwidthtest-rtx3090.txt", ReportTool::bandwidth_test}, {"devicequery-v100.txt", ReportTool::device_query},
      {"devicequery-gtx1650.txt", ReportTool::device_query},     {"devicequery-mig.txt", ReportTool::device_query},
      {"nvidia-smi-h100.txt", ReportTool::nvidia_smi},           {"nvidia-smi-rtx3090.txt", ReportTool::nvidia_smi},
      {"nvidia-smi-gh200.txt", ReportTool::nvidia_smi}};
  for (const auto& [name, tool] : samples) {
    const Device device = profile_of_sample(name, tool);
    EXPECT_EQ(read_again(device), device) << name;
  }
}

}  // namespace
}  // namespace warpshop::io
