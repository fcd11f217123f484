#include <sstream>

#include <gtest/gtest.h>

#include "sim/io/device/device_yaml.hpp"
#include "sim/io/device/value_path.hpp"
#include "tests/io/mistakes.hpp"

namespace warpshop::io {
namespace {

/// The device of tests/io/mistakes.hpp, whose line 14 reads otherwise, with settings.
Device device_set(const std::vector<std::string>& settings, std::string_view last = "provenance: {source: test}") {
  std::istringstream text(device_with(14, last));
  return parse_device(text, "file", parse_settings(settings));
}

std::string error_of_settings(const std::vector<std::string>& settings) {
  try {
    device_set(settings);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

const TransferModel& h2d(const Device& device) {
  return device.transfer(Memory::pinned, Direction::h2d);
}

TEST(ApplySettings, ReplacesAValue) {
  EXPECT_EQ(h2d(device_set({"transfer.pinned.h2d.alone=50GB/s"})).alone, BytesPerSecond{50e9});
  EXPECT_EQ(h2d(device_set({"transfer.pinned.h2d.alone= 50 GB/s"})).alone, BytesPerSecond{50e9});
  EXPECT_EQ(h2d(device_set({"transfer.pinned.h2d.alone=5 GB/s", "transfer.pinned.h2d.alone=6 GB/s"})).alone,
            BytesPerSecond{6e9});
  EXPECT_EQ(device_set({"kernels.k.per_element=2 ns"}).kernels.at("k").per_element, Millis{2e-6});
  EXPECT_EQ(device_set({"sm.count=7"}).sm->count, 7);
}

TEST(ApplySettings, AddsWhatIsNotThere) {
  EXPECT_EQ(device_set({"context_switch=0.2 ms"}).context_switch, Millis{0.2});
  EXPECT_EQ(device_set({"memory.size=5 GB"}).memory_size, Bytes{5'000'000'000});
  const Device device = device_set({"bus.h2d=9 GB/s", "bus.d2h=8 GB/s", "kernels.a.invocation=1 us"});
  EXPECT_EQ(device.bus->bandwidth[1], BytesPerSecond{8e9});
  EXPECT_EQ(device.kernels.at("a").invocation, Millis{0.001});
  EXPECT_EQ(device.kernels.at("a").per_element, std::nullopt);
}

TEST(ApplySettings, ReachesListsAndPointsOfThem) {
  const std::string points =
      "transfer.pinned.h2d.points=[{size: 4 KiB, bandwidth: 1 GB/s}, {size: 8 KiB, bandwidth: 2 GB/s}]";
  const Device device = device_set({points, "transfer.pinned.h2d.points.8192=3 GB/s"});
  ASSERT_EQ(h2d(device).points.size(), 2U);
  EXPECT_EQ(h2d(device).points[1].bandwidth, BytesPerSecond{3e9});
  EXPECT_EQ(error_of_settings({points, "transfer.pinned.h2d.points.4097=3 GB/s"}),
            "--set transfer.pinned.h2d.points.4097=3 GB/s: there is no such point in the list, expected one that is "
            "there, or "
            "the list");
}

TEST(ApplySettings, WithoutAValueTakesOneOut) {
  EXPECT_EQ(h2d(device_set({"transfer.pinned.h2d.duplex="})).duplex, std::nullopt);
  EXPECT_EQ(device_set({"sm="}).sm, std::nullopt);
  EXPECT_EQ(error_of_settings({"bus="}), "--set bus=: there is no such value to take out, expected the path of one");
}

TEST(ApplySettings, MistakesAreNamedByTheOption) {
  EXPECT_EQ(
      error_of_settings({"transfer.pinned.h2d.alone=50GB"}),
      "--set transfer.pinned.h2d.alone=50GB: '50GB' has the unknown unit 'GB', expected a size per second, such as "
      "3.26 GB/s");
  EXPECT_EQ(
      error_of_settings({"sm.count=7", "transfer.pinned.h2d.alnoe=50GB/s"}),
      "--set transfer.pinned.h2d.alnoe=50GB/s: unknown key 'alnoe', expected one of: latency, alone, duplex, mixed, "
      "points");
  EXPECT_EQ(error_of_settings({"transfre.pinned=1"})
                .find("--set transfre.pinned=1: unknown key 'transfre', expected one of: "),
            0U);
  EXPECT_EQ(error_of_settings({"bus.h2d=9 GB/s"}), "--set bus.h2d=9 GB/s: a bus without d2h, expected it here");
  EXPECT_EQ(error_of_settings({"sm.count.x=1"}),
            "--set sm.count.x=1: '1' stands where a group of values is meant, expected the path of a value");
  EXPECT_EQ(error_of_settings({"sm.count=[1"}).find("--set sm.count=[1: "), 0U);
  EXPECT_EQ(error_of_settings({"sm.count"}),
            "--set: 'sm.count' has no '=', expected PATH=VALUE such as transfer.pinned.h2d.alone=50GB/s");
  EXPECT_EQ(
      error_of_settings({"sm..count=1"}),
      "--set: 'sm..count' is not the path of a value, expected PATH=VALUE such as transfer.pinned.h2d.alone=50GB/s");
  EXPECT_EQ(error_of_settings({"name=x"}),
            "--set: name is no value of a device, expected PATH=VALUE such as transfer.pinned.h2d.alone=50GB/s");
}

TEST(ApplySettings, WhatNoLongerFitsIsNamedWhereItStandsWithTheSettings) {
  EXPECT_EQ(
      error_of_settings({"transfer.pinned.h2d.alone=1 GB/s"}),
      "file:6:49: '3 GB/s' is a duplex bandwidth more than 10 % above the 1 GB/s alone, expected no more than alone: "
      "an opposing copy makes none faster (with --set transfer.pinned.h2d.alone=1 GB/s)");
}

TEST(ApplySettings, WhatIsSetIsAssumedNoLonger) {
  constexpr std::string_view kAssumed = "assumed: [transfer.pinned.h2d, sm.count]";
  const auto all = device_set({}, kAssumed).assumed;
  EXPECT_EQ(all,
            (std::set<std::string, std::less<>>{"sm.count", "transfer.pinned.h2d.alone", "transfer.pinned.h2d.duplex",
                                                "transfer.pinned.h2d.latency", "transfer.pinned.h2d.mixed"}));
  const auto left =
      device_set({"transfer.pinned.h2d.alone=5 GB/s", "sm=", "transfer.pinned.h2d.mixed="}, kAssumed).assumed;
  EXPECT_EQ(left, (std::set<std::string, std::less<>>{"transfer.pinned.h2d.duplex", "transfer.pinned.h2d.latency"}));
}

TEST(WriteDevice, KeepsWhatIsMissingAndWhatIsAssumed) {
  std::istringstream text(
      "schema: warpshop.device/1\nname: d\ndma_engines: 2\n"
      "transfer: {pinned: {h2d: {alone: 4 GB/s}}}\nmemory: {size: 1 GB}\nkernels: {k: {invocation: 1 us}, empty: {}}\n"
      "assumed: [transfer, kernels.k.invocation]\n");
  const Device device = parse_device(text, "file");
  EXPECT_EQ(h2d(device).latency, std::nullopt);
  std::ostringstream written;
  write_device(written, device);
  std::istringstream again(written.str());
  EXPECT_EQ(parse_device(again, "again"), device) << written.str();
  std::istringstream nothing("schema: warpshop.device/1\nname: d\ndma_engines: 1\n");
  const Device bare = parse_device(nothing, "file");
  std::ostringstream out;
  write_device(out, bare);
  EXPECT_EQ(out.str(), "schema: warpshop.device/1\nname: d\ndma_engines: 1\n");
}

}  // namespace
}  // namespace warpshop::io
