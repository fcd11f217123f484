#include <gtest/gtest.h>

#include "tests/io/mistakes.hpp"

namespace warpshop::io {
namespace {

class DeviceMistakes : public testing::TestWithParam<DeviceMistake> {};

TEST_P(DeviceMistakes, AreNamedWhereTheyStand) {
  const auto& [line, text, message] = GetParam();
  EXPECT_EQ(device_error(device_with(line, text)), "file:" + std::string{message});
}

#define BANDWIDTH ", expected a size per second, such as 3.26 GB/s"

INSTANTIATE_TEST_SUITE_P(
    TopLevel, DeviceMistakes,
    testing::Values(
        DeviceMistake{1, "schema: warpshop.workload/1",
                      "1:9: 'warpshop.workload/1' is another kind of file, expected warpshop.device/1"},
        DeviceMistake{
            1, "schema: warpshop.device/10",
            "1:9: 'warpshop.device/10' is a version that this program does not know, expected warpshop.device/1"},
        DeviceMistake{1, "", "2:1: a device without schema, expected schema: warpshop.device/1"},
        DeviceMistake{2, "", "1:1: a device without name, expected the key name"},
        DeviceMistake{2, "name: a b",
                      "2:7: 'a b' is not the name of a device, expected letters, digits, '.', '_' and '-'"},
        DeviceMistake{2, "name: ../x",
                      "2:7: '../x' is not the name of a device, expected letters, digits, '.', '_' and '-'"},
        DeviceMistake{3, "", "1:1: a device without dma_engines, expected the key dma_engines"},
        DeviceMistake{3, "dma_engines: 0", "3:14: '0' is out of range, expected 1 to 64"},
        DeviceMistake{3, "dma_engines: two", "3:14: 'two' is not a whole number, expected 1 to 64"},
        DeviceMistake{3, "dma_engine: 2",
                      "3:1: unknown key 'dma_engine', expected one of: schema, name, compute_capability, dma_engines, "
                      "transfer, bus, host_copy, sm, memory, kernels, launch_latency, gaps, context_switch, "
                      "interference, power, probes, "
                      "co_run, observed, "
                      "assumed, provenance"},
        DeviceMistake{11, "bus: 12 GB/s", "11:6: '12 GB/s' is not a bus, expected a map with h2d, d2h, duplex"},
        DeviceMistake{11, "bus: {h2d: 12 GB/s}", "11:6: a bus without d2h, expected it here"},
        DeviceMistake{11, "bus: {h2d: 4 GB/s, d2h: 3.9 GB/s, duplex: {h2d: 4 GB/s, d2h: 4 GB/s}}",
                      "11:62: '4 GB/s' is more than the bus moves while nothing moves the other way, expected bus.d2h, "
                      "or less"},
        DeviceMistake{11, "bus: {h2d: 4 GB/s, d2h: 3.9 GB/s, duplex: {h2d: 4 GB/s}}",
                      "11:43: a bus both ways without d2h, expected it here"},
        DeviceMistake{11, "sm: {count: 1}", "11:5: sm without registers, expected it here"},
        DeviceMistake{11, "sm: {count: 0}", "11:13: '0' is out of range, expected 1 to 2000"},
        DeviceMistake{12, "memory: 100 GB/s", "12:9: '100 GB/s' is not memory, expected a map with bandwidth, size"},
        DeviceMistake{13, "kernels: [k]",
                      "13:10: a list is not a map of kernels, expected kernels such as vector_add: "
                      "{per_element: 0.1 ns, invocation: 5 us}"},
        DeviceMistake{13, "kernels: {k: 1 ms}",
                      "13:14: '1 ms' is not a kernel, expected a map with per_element, invocation, category, cta, "
                      "by_ctas, by_sms, eviction, transformation, power"},
        DeviceMistake{13, "kernels: {k: {per_element: 1 ns, invocation: 1 us}, k: 1}",
                      "13:53: the key 'k' stands here twice, expected it once"},
        DeviceMistake{14, "provenance: {source: [a]}", "14:22: a list is not text, expected text"},
        DeviceMistake{14, "assumed: transfer.pinned",
                      "14:10: 'transfer.pinned' is not a list of paths, expected values that are guesses, such as "
                      "[transfer.pinned.h2d.alone]"},
        DeviceMistake{
            14, "assumed: [transfer.pinned.h2d.alone, transfer.pinned.h2d.points]",
            "14:38: 'transfer.pinned.h2d.points' is no value of this profile, expected the path of one, such as "
            "transfer.pinned.h2d.alone"},
        DeviceMistake{14, "assumed: [name]",
                      "14:11: 'name' is no value of this profile, expected the path of one, such as "
                      "transfer.pinned.h2d.alone"},
        DeviceMistake{14, "assumed: [transfer.pinned.]",
                      "14:11: 'transfer.pinned.' is no value of this profile, expected the path of one, such as "
                      "transfer.pinned.h2d.alone"},
        DeviceMistake{14, "assumed: [name: x]",
                      "14:11: a map is no value of this profile, expected the path of one, such as "
                      "transfer.pinned.h2d.alone"},
        DeviceMistake{14, "provenance: {source: }", "14:14: an empty value is not text, expected text"}));

INSTANTIATE_TEST_SUITE_P(
    Transfer, DeviceMistakes,
    testing::Values(
        DeviceMistake{6, "    h2d: {latency: 1 us, alone: 4 GB, duplex: 3 GB/s, mixed: 3 GB/s}",
                      "6:33: '4 GB' has the unknown unit 'GB'" BANDWIDTH},
        DeviceMistake{6, "    h2d: {latency: 1 us, alone: 4, duplex: 3 GB/s, mixed: 3 GB/s}",
                      "6:33: '4' has no unit" BANDWIDTH},
        DeviceMistake{6, "    h2d: {latency: 1 us, alone: 4 GB/h, duplex: 3 GB/s, mixed: 3 GB/s}",
                      "6:33: '4 GB/h' has the unknown unit 'GB/h'" BANDWIDTH},
        DeviceMistake{6, "    h2d: {latency: 1 us, alone: 0 GB/s, duplex: 3 GB/s, mixed: 3 GB/s}",
                      "6:33: '0 GB/s' is out of range, expected 1 B/s to 1e18 B/s"},
        DeviceMistake{6, "    h2d: {latency: 1 us, alone: -4 GB/s, duplex: 3 GB/s, mixed: 3 GB/s}",
                      "6:33: '-4 GB/s' is negative" BANDWIDTH},
        DeviceMistake{6, "    h2d: {latency: 1 us, alone: 1e400 GB/s, duplex: 3 GB/s, mixed: 3 GB/s}",
                      "6:33: '1e400 GB/s' is out of range, expected 1 B/s to 1e18 B/s"},
        DeviceMistake{3, "dma_engines: 1",
                      "6:49: a device with one DMA engine has transfer.pinned.h2d.duplex (6:49), transfer.pinned."
                      "h2d.mixed (6:64), transfer.pinned.d2h.duplex (7:49), transfer.pinned.d2h.mixed (7:64), tra"
                      "nsfer.pageable.h2d.mixed (9:48), transfer.pageable.d2h.mixed (10:48), expected none of it,"
                      " as its transfers never overlap; to do without for once: --set transfer.pinned.h2d.duplex="
                      " --set transfer.pinned.h2d.mixed= --set transfer.pinned.d2h.duplex= --set transfer.pinned."
                      "d2h.mixed= --set transfer.pageable.h2d.mixed= --set transfer.pageable.d2h.mixed="},
        DeviceMistake{
            6, "    h2d: {latency: 1 us, alone: 55.3 GB/s, duplex: 800 GB/s, mixed: 3 GB/s}",
            "6:52: '800 GB/s' is a duplex bandwidth more than 10 % above the 55.3 GB/s alone, expected no more "
            "than alone: an opposing copy makes none faster"},
        DeviceMistake{6, "    h2d: {latency: 1 us, alone: 4 GB/s, duplex: 4.41 GB/s, mixed: 3 GB/s}",
                      "6:49: '4.41 GB/s' is a duplex bandwidth more than 10 % above the 4 GB/s alone, expected no more "
                      "than alone: an opposing copy makes none faster"},
        DeviceMistake{
            10,
            "    d2h: {latency: 1 us, alone: 2 GB/s, mixed: {value: 2.3 GB/s, low: 2 GB/s, high: 3 GB/s, "
            "samples: 3}}",
            "10:56: '2.3 GB/s' is a mixed bandwidth more than 10 % above the 2 GB/s alone, expected no more than "
            "alone: an opposing copy makes none faster"},
        DeviceMistake{
            9, "    h2d: {latency: 1 us, alone: 4 GB/s, duplex: 3 GB/s, mixed: 3 GB/s}",
            "9:49: a duplex bandwidth of pageable memory, expected none: two pageable transfers never overlap"},
        DeviceMistake{9, "    h2d: {latency: 1 us, alone: 4 GB/s, mixed: 3 GB/s, points: []}",
                      "9:64: a list is empty, expected points such as {size: 4 KiB, bandwidth: 1 GB/s}"},
        DeviceMistake{9, "    h2d: {latency: 1 us, alone: 4 GB/s, mixed: 3 GB/s, points: 1}",
                      "9:64: '1' is not a list of points, expected points such as {size: 4 KiB, bandwidth: 1 GB/s}"},
        DeviceMistake{9,
                      "    h2d: {latency: 1 us, alone: 4 GB/s, mixed: 3 GB/s, points: [{size: 0 B, bandwidth: 1 B/s}]}",
                      "9:72: '0 B' is no size to measure at, expected at least 1 B"},
        DeviceMistake{
            9,
            "    h2d: {latency: 1 us, alone: 4 GB/s, mixed: 3 GB/s, points: [{size: 1 B, bandwidth: 1 B/s}, {size: 1 "
            "B, bandwidth: 2 B/s}]}",
            "9:96: a point that is not larger than the one before, expected increasing sizes"}));

}  // namespace
}  // namespace warpshop::io

#undef BANDWIDTH
