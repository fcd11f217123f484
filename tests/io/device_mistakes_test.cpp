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
        DeviceMistake{3, "dma_engines: 3", "3:14: '3' is out of range, expected 1 to 2"},
        DeviceMistake{3, "dma_engines: two", "3:14: 'two' is not a whole number, expected 1 to 2"},
        DeviceMistake{
            3, "dma_engine: 2",
            "3:1: unknown key 'dma_engine', expected one of: schema, name, dma_engines, "
            "transfer, bus, sm, memory, kernels, launch_latency, context_switch, interference, observed, provenance"},
        DeviceMistake{11, "bus: 12 GB/s", "11:6: '12 GB/s' is not a bus, expected a map with h2d, d2h"},
        DeviceMistake{11, "bus: {h2d: 12 GB/s}", "11:6: a bus without d2h, expected it here"},
        DeviceMistake{11, "bus: {h2d: 4 GB/s, d2h: 3.9 GB/s}",
                      "11:25: '3.9 GB/s' is slower than what pinned memory moves of one device, expected the bandwidth "
                      "that all devices share"},
        DeviceMistake{11, "sm: {count: 1}", "11:5: sm without registers, expected it here"},
        DeviceMistake{11, "sm: {count: 0}", "11:13: '0' is out of range, expected 1 to 1000000000"},
        DeviceMistake{12, "memory: 100 GB/s", "12:9: '100 GB/s' is not memory, expected a map with bandwidth, size"},
        DeviceMistake{13, "kernels: [k]",
                      "13:10: a list is not a map of kernels, expected kernels such as vector_add: "
                      "{per_element: 0.1 ns, invocation: 5 us}"},
        DeviceMistake{13, "kernels: {k: 1 ms}",
                      "13:14: '1 ms' is not a kernel, expected a map with per_element, invocation, category, cta, "
                      "by_ctas, by_sms, eviction, transformation"},
        DeviceMistake{13, "kernels: {k: {per_element: 1 ns}}", "13:14: a kernel without invocation, expected it here"},
        DeviceMistake{13, "kernels: {k: {per_element: 1 ns, invocation: 1 us}, k: 1}",
                      "13:53: the key 'k' stands here twice, expected it once"},
        DeviceMistake{14, "provenance: {source: [a]}", "14:22: a list is not text, expected text"},
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
        DeviceMistake{6, "    h2d: {alone: 4 GB/s, duplex: 3 GB/s, mixed: 3 GB/s}",
                      "6:10: a transfer without latency, expected it here"},
        DeviceMistake{6, "    h2d: {latency: 1 us, alone: 4 GB/s, mixed: 3 GB/s}",
                      "6:10: a transfer without duplex, expected it here"},
        DeviceMistake{6, "    h2d: {latency: 1 us, alone: 4 GB/s, duplex: 3 GB/s}",
                      "6:10: a transfer without mixed, expected it here"},
        DeviceMistake{7, "", "6:5: a kind of memory without d2h, expected it here"},
        DeviceMistake{
            9, "    h2d: {latency: 1 us, alone: 4 GB/s, duplex: 3 GB/s, mixed: 3 GB/s}",
            "9:49: a duplex bandwidth of pageable memory, expected none: two pageable transfers never overlap"},
        DeviceMistake{9, "    h2d: {latency: 1 us, alone: 4 GB/s}", "9:10: a transfer without mixed, expected it here"},
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
