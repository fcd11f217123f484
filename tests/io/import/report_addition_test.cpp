// Several texts in one profile: what is measured stays, what is assumed follows from it.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/io/device/chips.hpp"
#include "tests/io/import/report_samples.hpp"

namespace warpshop::io {
namespace {

ReportedGpus text_of(const std::string& bytes, ReportTool tool) {
  return gpus_of(checked_text(bytes, "file"), tool);
}

ReportedGpus h100_bandwidths(const std::string& in, const std::string& out) {
  return text_of(
      "nvbandwidth Version: v0.8\nDevice 0: NVIDIA H100 80GB HBM3 (00000000:1b:00)\n"
      "Running host_to_device_memcpy_ce.\nmemcpy CE CPU(row) -> GPU(column) bandwidth (GB/s)\n 0\n0 " +
          in + "\n\nRunning device_to_host_memcpy_ce.\nmemcpy CE CPU(row) <- GPU(column) bandwidth (GB/s)\n 0\n0 " +
          out + "\n",
      ReportTool::nvbandwidth);
}

Device add(const Device& device, const ReportedGpus& text, bool replace = false) {
  return add_report(device, text, text.gpus.front(), replace).device;
}

std::string addition_error(const Device& device, const ReportedGpus& text) {
  try {
    add(device, text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

/// The rules of supposed_transfers.hpp, from their words, of a device on a link; all figures are there.
void expect_supposed(const Device& device, const LinkModel& link) {
  for (const Direction way : {Direction::h2d, Direction::d2h}) {
    const TransferModel& pinned = device.transfer(kPinned, way);
    const TransferModel& pageable = device.transfer(kPageable, way);
    const auto is_guess = [&](Memory memory, const char* figure) {
      return device.assumed.contains(transfer_path(memory, way, figure));
    };
    const double part = pinned.alone->value / link.usual.value;
    if (is_guess(kPinned, "duplex")) {
      EXPECT_NEAR(pinned.duplex->value, link.duplex.value * part, link.duplex.value * part * 1e-3);
    }
    if (is_guess(kPinned, "mixed")) {
      EXPECT_NEAR(pinned.mixed->value, link.mixed->value * part, link.mixed->value * part * 1e-3);
    }
    if (is_guess(kPageable, "alone")) {
      const double longer = 1 / link.pageable->alone->value - 1 / link.usual.value;  // seconds a byte
      EXPECT_NEAR(1 / pageable.alone->value - 1 / pinned.alone->value, longer, longer * 1e-2);
    }
  }
}

TEST(ReportAddition, MeasuredBandwidthsTakeThePlaceOfAssumedOnesAndGuessesFollowThem) {
  const ReportedGpus smi = gpus_of_sample("nvidia-smi-h100.txt", ReportTool::nvidia_smi);
  const Device before = profile_of_report(smi, smi.gpus.front(), "box").device;
  EXPECT_EQ(before.transfer(kPinned, Direction::h2d).duplex->value, 41e9);
  const Device after = add(read_again(before), h100_bandwidths("26.5", "27.25"));
  EXPECT_EQ(after.transfer(kPinned, Direction::h2d).alone->value, 26.5e9);
  EXPECT_EQ(after.transfer(kPinned, Direction::d2h).alone->value, 27.25e9);
  EXPECT_FALSE(after.assumed.contains("transfer.pinned.h2d.alone"));
  EXPECT_TRUE(after.assumed.contains("transfer.pinned.h2d.duplex"));
  expect_supposed(after, *chips().find_link("pcie5"));
  EXPECT_EQ(after.memory_size, before.memory_size);
  EXPECT_EQ(after.provenance.at("board_power"), before.provenance.at("board_power"));
  EXPECT_EQ(read_again(after), after);
}

TEST(ReportAddition, TheOrderOfTextsMakesNoDifference) {
  const std::vector<ReportedGpus> texts{
      h100_bandwidths("26.5", "27.25"),
      text_of(" CUDA Device Query (Runtime API)\nDevice 0: \"NVIDIA H100 80GB HBM3\"\n"
              "  CUDA Capability Major/Minor version number:    9.0\n"
              "  (132) Multiprocessors, (128) CUDA Cores/MP:    16896 CUDA Cores\n"
              "  Concurrent copy and kernel execution:          Yes with 3 copy engine(s)\n",
              ReportTool::device_query),
      text_of("==============NVSMI LOG==============\nGPU 00000000:1B:00.0\n"
              "    Product Name                : NVIDIA H100 80GB HBM3\n    PCI\n        GPU Link Info\n"
              "            PCIe Generation\n                Max     : 4\n            Link Width\n"
              "                Current         : 16x\n    FB Memory Usage\n        Total    : 81559 MiB\n",
              ReportTool::nvidia_smi)};
  std::vector<std::size_t> order{0, 1, 2};
  std::vector<Device> devices;
  do {
    Device device = profile_of_report(texts[order[0]], texts[order[0]].gpus.front(), "box").device;
    for (const std::size_t next : {order[1], order[2]}) {
      device = add(read_again(device), texts[next]);
    }
    device.assumed_as.clear();
    devices.push_back(device);
  } while (std::next_permutation(order.begin(), order.end()));
  ASSERT_EQ(devices.size(), 6U);
  for (Device& device : devices) {
    device.provenance["transfer"] = "";  // says which text the link is from, where no other link was there before
    EXPECT_EQ(device, devices.front());
  }
  EXPECT_EQ(devices.front().provenance.at("link"), "PCIe 4.0 x16");
  expect_supposed(devices.front(), *chips().find_link("pcie4"));
}

TEST(ReportAddition, AMeasuredFigureStaysAndOneFartherOffIsRefusedUnlessItIsToBeReplaced) {
  const ReportedGpus first = h100_bandwidths("50", "51");
  const Device device = profile_of_report(first, first.gpus.front(), "box").device;
  const ReportedGpus close = h100_bandwidths("52", "49");
  EXPECT_EQ(add(device, close).transfer(kPinned, Direction::h2d).alone->value, 50e9);
  EXPECT_EQ(add(device, close, true).transfer(kPinned, Direction::h2d).alone->value, 52e9);
  const ReportedGpus far = h100_bandwidths("50", "44");
  EXPECT_EQ(addition_error(device, far),
            "file:11:3: transfer.pinned.d2h.alone is 44 GB/s, where the profile has 51 GB/s, expected the same up to 5 "
            "%; --replace takes what the text says");
  EXPECT_EQ(add(device, far, true).transfer(kPinned, Direction::d2h).alone->value, 44e9);
}

TEST(ReportAddition, AUsersOwnGuessStaysUnlessItHasBecomeImpossible) {
  const ReportedGpus first = h100_bandwidths("50", "51");
  Device device = profile_of_report(first, first.gpus.front(), "box").device;
  device.transfers[index(kPinned)][index(Direction::h2d)].duplex = BytesPerSecond{33e9};
  EXPECT_EQ(add(device, first).transfer(kPinned, Direction::h2d).duplex->value, 33e9);
  const Device slower = add(device, h100_bandwidths("20", "21"), true);
  EXPECT_TRUE(slower.assumed.contains("transfer.pinned.h2d.duplex"));
  expect_supposed(slower, *chips().find_link("pcie5"));
}

TEST(ReportAddition, AnotherGpuIsRefused) {
  const ReportedGpus first = h100_bandwidths("50", "51");
  const Device device = profile_of_report(first, first.gpus.front(), "box").device;
  EXPECT_EQ(addition_error(device, gpus_of_sample("devicequery-v100.txt", ReportTool::device_query)),
            "devicequery-v100.txt:7:1: a GPU that is v100-sxm-32, where the profile is of h100-sxm, expected the same "
            "GPU, or a profile of its own");
  EXPECT_EQ(addition_error(device, gpus_of_sample("devicequery-gtx1650.txt", ReportTool::device_query)),
            "devicequery-gtx1650.txt:7:1: the GPU 'NVIDIA GeForce GTX 1650', where the profile is of 'NVIDIA H100 80GB "
            "HBM3', expected the same GPU, or a profile of its own");
}

TEST(ReportAddition, OneCopyEngineTakesTheGuessesOfOpposedCopiesOut) {
  const ReportedGpus bandwidths = text_of(
      "[CUDA Bandwidth Test] - Starting...\n Device 0: Quadro K600\n Host to Device Bandwidth, 1 Device(s)\n"
      " PINNED Memory Transfers\n Transfer Size (Bytes) Bandwidth(GB/s)\n 32000000 5.9\n",
      ReportTool::bandwidth_test);
  const Device before = profile_of_report(bandwidths, bandwidths.gpus.front(), "box").device;
  EXPECT_TRUE(before.transfer(kPinned, Direction::h2d).duplex);
  const ReportedGpus query = gpus_of_sample("devicequery-gtx1650.txt", ReportTool::device_query);
  const Device after = add_report(before, query, gpu_numbered(query, 1), false).device;
  EXPECT_EQ(after.dma_engines, 1);
  EXPECT_FALSE(after.transfer(kPinned, Direction::h2d).duplex);
  EXPECT_FALSE(after.transfer(kPageable, Direction::d2h).mixed);
  EXPECT_EQ(after.transfer(kPinned, Direction::h2d).alone->value, 5.9e9);
  EXPECT_EQ(read_again(after), after);
}

TEST(ReportAddition, PointsGoWithTheBandwidthThatTheyWereMeasuredWith) {
  const ReportedGpus shmoo = gpus_of_sample("bandwidthtest-rtx3090.txt", ReportTool::bandwidth_test);
  const Device device = profile_of_report(shmoo, shmoo.gpus.front(), "box").device;
  const ReportedGpus slow = text_of(
      "[CUDA Bandwidth Test] - Starting...\n Device 0: NVIDIA GeForce RTX 3090\n"
      " Host to Device Bandwidth, 1 Device(s)\n PINNED Memory Transfers\n"
      " Transfer Size (Bytes) Bandwidth(GB/s)\n 32000000 12.9\n",
      ReportTool::bandwidth_test);
  const Device slower = add(device, slow, true);
  EXPECT_TRUE(slower.transfer(kPinned, Direction::h2d).points.empty());
  EXPECT_EQ(slower.transfer(kPinned, Direction::d2h).points.size(), 7U);
  EXPECT_EQ(add(device, shmoo), device);
}

// The link C2C says nothing of pageable memory, so neither of its latency.
TEST(ReportAddition, LargeSizesOfMemoryWithoutALatencyStandAsTheyWereMeasured) {
  const ReportedGpus range = text_of(
      "[CUDA Bandwidth Test] - Starting...\n Device 0: NVIDIA GH200 480GB\n Host to Device Bandwidth, 1 Device(s)\n"
      " PAGEABLE Memory Transfers\n Transfer Size (Bytes) Bandwidth(GB/s)\n 1000000 120.5\n 64000000 130.4\n"
      "\n Host to Device Bandwidth, 1 Device(s)\n PINNED Memory Transfers\n"
      " Transfer Size (Bytes) Bandwidth(GB/s)\n 64000000 370.1\n",
      ReportTool::bandwidth_test);
  const Device device = profile_of_report(range, range.gpus.front(), "box").device;
  const TransferModel& pageable = device.transfer(kPageable, Direction::h2d);
  EXPECT_FALSE(pageable.latency);
  EXPECT_EQ(pageable.points, (std::vector<BandwidthPoint>{{{1'000'000}, {120.5e9}}, {{64'000'000}, {130.4e9}}}));
  EXPECT_EQ(read_again(device), device);
}

}  // namespace
}  // namespace warpshop::io
