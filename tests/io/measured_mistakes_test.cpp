#include <gtest/gtest.h>

#include "tests/io/mistakes.hpp"

namespace warpshop::io {
namespace {

class MeasuredMistakes : public testing::TestWithParam<DeviceMistake> {};

TEST_P(MeasuredMistakes, AreNamedWhereTheyStand) {
  const auto& [line, text, message] = GetParam();
  EXPECT_EQ(device_error(device_with(line, text)), "file:" + std::string{message});
}

INSTANTIATE_TEST_SUITE_P(
    Intervals, MeasuredMistakes,
    testing::Values(
        DeviceMistake{12, "memory: {bandwidth: {value: 2 GB/s}}",
                      "12:21: a measured value without low, expected it here"},
        DeviceMistake{12, "memory: {bandwidth: {value: 2 GB/s, low: 1 GB/s, samples: 3}}",
                      "12:21: a measured value without high, expected it here"},
        DeviceMistake{12, "memory: {bandwidth: {value: 2 GB/s, low: 1 GB/s, high: 3 GB/s}}",
                      "12:21: a measured value without samples, expected it here"},
        DeviceMistake{12, "memory: {bandwidth: {low: 1 GB/s, high: 3 GB/s, samples: 3}}",
                      "12:21: a measured value without value, expected it here"},
        DeviceMistake{12, "memory: {bandwidth: {value: 2 GB/s, lo: 1 GB/s}}",
                      "12:37: unknown key 'lo', expected one of: value, low, high, samples"},
        DeviceMistake{12, "memory: {bandwidth: {value: 2 GB/s, value: 2 GB/s}}",
                      "12:37: the key 'value' stands here twice, expected it once"},
        DeviceMistake{12, "memory: {bandwidth: {value: 2 GB/s, low: 3 GB/s, high: 4 GB/s, samples: 3}}",
                      "12:42: '3 GB/s' is above the value, expected low <= value <= high"},
        DeviceMistake{12, "memory: {bandwidth: {value: 2 GB/s, low: 1 GB/s, high: 1 GB/s, samples: 3}}",
                      "12:56: '1 GB/s' is below the value, expected low <= value <= high"},
        DeviceMistake{12, "memory: {bandwidth: {value: 2 GB/s, low: 1 GB/s, high: 3 GB/s, samples: 0}}",
                      "12:73: '0' is out of range, expected 1 to 1000000000"},
        DeviceMistake{12, "memory: {bandwidth: {value: 2 GB/s, low: 1 GB/s, high: 3 GB/s, samples: 1.5}}",
                      "12:73: '1.5' is not a whole number, expected 1 to 1000000000"},
        DeviceMistake{12, "memory: {bandwidth: {value: 0 B/s, low: 0 B/s, high: 3 GB/s, samples: 1}}",
                      "12:29: '0 B/s' is out of range, expected 1 B/s to 1e18 B/s"},
        DeviceMistake{12, "memory: {bandwidth: {value: 2 GB/s, low: 1 ms, high: 3 GB/s, samples: 1}}",
                      "12:42: '1 ms' has the unknown unit 'ms', expected a size per second, such as 3.26 GB/s"},
        DeviceMistake{12, "memory: {bandwidth: {value: 2 GB/s, low: -1 GB/s, high: 3 GB/s, samples: 1}}",
                      "12:42: '-1 GB/s' is negative, expected a size per second, such as 3.26 GB/s"},
        DeviceMistake{12, "memory: {bandwidth: {value: {value: 2 GB/s}, low: 1 GB/s, high: 3 GB/s, samples: 1}}",
                      "12:29: a map is not a bandwidth, expected a size per second, such as 3.26 GB/s"},
        DeviceMistake{6,
                      "    h2d: {latency: {value: 0 us, low: 0 us, high: 1 us, samples: 2}, alone: 4 GB/s, duplex: 3 "
                      "GB/s, mixed: 3 GB/s}",
                      "6:51: '1 us' is the end of an interval around 0, which is kept relative to it, expected 0"}));

#define KERNEL(keys) "kernels: {k: {per_element: 1 ns, invocation: 1 us, " keys "}}"

INSTANTIATE_TEST_SUITE_P(
    Kernels, MeasuredMistakes,
    testing::Values(
        DeviceMistake{13, KERNEL("gamma: 1 us"),
                      "13:52: unknown key 'gamma', expected one of: per_element, invocation, category, cta, by_ctas, "
                      "by_sms, eviction, transformation, power"},
        DeviceMistake{13, KERNEL("eviction: 1 us, eviction: 1 us"),
                      "13:68: the key 'eviction' stands here twice, expected it once"},
        DeviceMistake{13, KERNEL("category: memory"),
                      "13:62: 'memory' is not a category, expected memory_bound or compute_bound"},
        DeviceMistake{13, KERNEL("category: []"),
                      "13:62: a list is not a category, expected memory_bound or compute_bound"},
        DeviceMistake{13, KERNEL("cta: 256"),
                      "13:57: '256' is not the CTA of a kernel, expected a map with threads, registers, shared_memory, "
                      "per_sm"},
        DeviceMistake{13, KERNEL("cta: {threads: 256, registers: 16, shared_memory: 0 B}"),
                      "13:57: the CTA of a kernel without per_sm, expected it here"},
        DeviceMistake{13, KERNEL("cta: {threads: 0, registers: 16, shared_memory: 0 B, per_sm: 8}"),
                      "13:67: '0' is out of range, expected 1 to 1000000000"},
        DeviceMistake{13, KERNEL("cta: {threads: 1, registers: -1, shared_memory: 0 B, per_sm: 8}"),
                      "13:81: '-1' is negative, expected 0 to 1000000000"},
        DeviceMistake{13, KERNEL("cta: {threads: 1, registers: 1, shared_memory: 0, per_sm: 8}"),
                      "13:99: '0' has no unit, expected a number with B, kB, KiB, MB, MiB, GB or GiB, such as 16 MiB"},
        DeviceMistake{13, KERNEL("by_ctas: []"),
                      "13:61: a list is empty, expected points such as {count: 1, rate: 12.5 /ms}"},
        DeviceMistake{13, KERNEL("by_sms: 12 /ms"),
                      "13:60: '12 /ms' is not a list of points, expected points such as {count: 1, rate: 12.5 /ms}"},
        DeviceMistake{13, KERNEL("by_sms: [{count: 1}]"), "13:61: a point without rate, expected it here"},
        DeviceMistake{13, KERNEL("by_sms: [{sms: 1}]"), "13:62: unknown key 'sms', expected one of: count, rate"},
        DeviceMistake{13, KERNEL("by_sms: [{count: 0, rate: 1 /ms}]"),
                      "13:69: '0' is out of range, expected 1 to 1000000000"},
        DeviceMistake{13, KERNEL("by_sms: [{count: 2, rate: 1 /ms}, {count: 2, rate: 2 /ms}]"),
                      "13:86: a point whose count is not above the one before, expected increasing counts"},
        DeviceMistake{13, KERNEL("by_ctas: [{count: 1, rate: 1}]"),
                      "13:79: '1' has no unit, expected a number with /ns, /us, /ms or /s, such as 12.5 /ms"},
        DeviceMistake{
            13, KERNEL("by_ctas: [{count: 1, rate: 1 ms}]"),
            "13:79: '1 ms' has the unknown unit 'ms', expected a number with /ns, /us, /ms or /s, such as 12.5 /ms"},
        DeviceMistake{13, KERNEL("by_ctas: [{count: 1, rate: 1 /min}]"),
                      "13:79: '1 /min' has the unknown unit '/min', expected a number with /ns, /us, /ms or /s, such "
                      "as 12.5 /ms"},
        DeviceMistake{13, KERNEL("by_ctas: [{count: 1, rate: 0 /ms}]"),
                      "13:79: '0 /ms' is out of range, expected 1e-15 /ms to 1e15 /ms"},
        DeviceMistake{13, KERNEL("by_ctas: [{count: 1, rate: fast}]"),
                      "13:79: 'fast' is not a rate, expected a number with /ns, /us, /ms or /s, such as 12.5 /ms"},
        DeviceMistake{13, KERNEL("by_ctas: [{count: 1, rate: {value: 1 /ms, low: 0 /ms, high: 2e15 /ms, samples: 1}}]"),
                      "13:112: '2e15 /ms' is out of range, expected 0 /ms to 1e15 /ms"},
        DeviceMistake{13, KERNEL("eviction: 1"),
                      "13:62: '1' has no unit, expected a number with ns, us, ms or s, such as 2.5 ms"},
        DeviceMistake{13, KERNEL("transformation: 0"),
                      "13:68: '0' is out of range, expected a number without a unit, above 0 and up to 1000"},
        DeviceMistake{13, KERNEL("transformation: 3 %"),
                      "13:68: '3 %' is not a number, expected a number without a unit, above 0 and up to 1000"}));

#define SPEEDS "h2d_beside_kernel: 1, d2h_beside_kernel: 1, kernel_beside_h2d: 1, "

INSTANTIATE_TEST_SUITE_P(
    Concurrency, MeasuredMistakes,
    testing::Values(
        DeviceMistake{14, "launch_latency: 5",
                      "14:17: '5' has no unit, expected a number with ns, us, ms or s, such as 2.5 ms"},
        DeviceMistake{14, "launch_latency: {value: 5 us, low: 6 us, high: 7 us, samples: 2}",
                      "14:36: '6 us' is above the value, expected low <= value <= high"},
        DeviceMistake{14, "interference: 0.9",
                      "14:15: '0.9' is not interference, expected a map with h2d_beside_kernel, d2h_beside_kernel, "
                      "kernel_beside_h2d, kernel_beside_d2h"},
        DeviceMistake{14, "interference: {" SPEEDS "}",
                      "14:15: interference without kernel_beside_d2h, expected it here"},
        DeviceMistake{14, "interference: {" SPEEDS "kernel_beside_d2h: 0}",
                      "14:101: '0' is out of range, expected a number without a unit, above 0 and up to 2"},
        DeviceMistake{14, "interference: {" SPEEDS "kernel_beside_d2h: 2.1}",
                      "14:101: '2.1' is out of range, expected a number without a unit, above 0 and up to 2"},
        DeviceMistake{14, "interference: {" SPEEDS "kernel_beside_d2h: 1 ms}",
                      "14:101: '1 ms' is not a number, expected a number without a unit, above 0 and up to 2"},
        DeviceMistake{14, "interference: {" SPEEDS "speed: 1}",
                      "14:82: unknown key 'speed', expected one of: h2d_beside_kernel, d2h_beside_kernel, "
                      "kernel_beside_h2d, kernel_beside_d2h"},
        DeviceMistake{14, "observed: []",
                      "14:11: a list is not what was observed, expected a map with pageable_overlap, "
                      "same_direction_overlap, partial_overlap"},
        DeviceMistake{14, "observed: {pageable_overlap: 0}",
                      "14:11: what was observed without same_direction_overlap, expected it here"},
        DeviceMistake{14, "observed: {pageable_overlap: 1.01, same_direction_overlap: 0}",
                      "14:30: '1.01' is out of range, expected a number without a unit, 0 to 1"},
        DeviceMistake{14, "observed: {pageable_overlap: -0.1, same_direction_overlap: 0}",
                      "14:30: '-0.1' is negative, expected a number without a unit, 0 to 1"},
        DeviceMistake{14, "observed: {pageable_overlap: 0, same_direction_overlap: 0, partial_overlap: 0.1}",
                      "14:77: '0.1' is not the check of a model, expected a map with mean_error, worst_error, samples"},
        DeviceMistake{14,
                      "observed: {pageable_overlap: 0, same_direction_overlap: 0, partial_overlap: {mean_error: 0.1, "
                      "worst_error: 0.05, samples: 1}}",
                      "14:108: '0.05' is below the mean error, expected mean_error <= worst_error"},
        DeviceMistake{14,
                      "observed: {pageable_overlap: 0, same_direction_overlap: 0, partial_overlap: {mean_error: 0.1, "
                      "worst_error: 0.5, samples: 0}}",
                      "14:122: '0' is out of range, expected 1 to 1000000000"}));

}  // namespace
}  // namespace warpshop::io

#undef KERNEL
#undef SPEEDS
