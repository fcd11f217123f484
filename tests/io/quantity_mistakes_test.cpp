#include <gtest/gtest.h>

#include "tests/io/mistakes.hpp"

namespace warpshop::io {
namespace {

/// text: the duration of a kernel; message: from after `file:4:22: `.
class DurationMistake : public testing::TestWithParam<Mistake> {};

TEST_P(DurationMistake, IsNamedAtTheValue) {
  const auto& [text, message] = GetParam();
  EXPECT_EQ(workload_error(with_task("{name: a, kernel: " + std::string{text} + "}")),
            "file:4:23: " + std::string{message});
}

#define EXPECTED ", expected a number with ns, us, ms or s, such as 2.5 ms"

INSTANTIATE_TEST_SUITE_P(
    All, DurationMistake,
    testing::Values(
        Mistake{"5", "'5' has no unit" EXPECTED}, Mistake{"-5 ms", "'-5 ms' is negative" EXPECTED},
        Mistake{"-0 ms", "'-0 ms' is negative" EXPECTED}, Mistake{"-5", "'-5' is negative" EXPECTED},
        Mistake{"5 kg", "'5 kg' has the unknown unit 'kg'" EXPECTED},
        Mistake{"5 MS", "'5 MS' has the unknown unit 'MS'" EXPECTED},
        Mistake{"5 ms ms", "'5 ms ms' has the unknown unit 'ms ms'" EXPECTED},
        Mistake{"1_000 ms", "'1_000 ms' has the unknown unit '_000 ms'" EXPECTED},
        Mistake{"0x10 ms", "'0x10 ms' has the unknown unit 'x10 ms'" EXPECTED},
        Mistake{"1e ms", "'1e ms' has the unknown unit 'e ms'" EXPECTED},
        Mistake{"'1,5 ms'", "'1,5 ms' has a decimal comma" EXPECTED},
        Mistake{"010 ms", "'010 ms' is not a duration" EXPECTED},
        Mistake{"+5 ms", "'+5 ms' is not a duration" EXPECTED}, Mistake{".5 ms", "'.5 ms' is not a duration" EXPECTED},
        Mistake{"5. ms", "'5. ms' is not a duration" EXPECTED}, Mistake{"ms", "'ms' is not a duration" EXPECTED},
        Mistake{"nan ms", "'nan ms' is not a duration" EXPECTED}, Mistake{".nan", "'.nan' is not a duration" EXPECTED},
        Mistake{"-inf ms", "'-inf ms' is not a duration" EXPECTED}, Mistake{"yes", "'yes' is not a duration" EXPECTED},
        Mistake{"on", "'on' is not a duration" EXPECTED}, Mistake{"~", "an empty value is not a duration" EXPECTED},
        Mistake{"null", "an empty value is not a duration" EXPECTED}, Mistake{"''", "'' is not a duration" EXPECTED},
        Mistake{"[1 ms]", "a list is not a duration" EXPECTED},
        Mistake{"5 GB",
                "'5 GB' is a size, which says nothing of a kernel, expected a duration such as 2.5 ms, or {name: "
                "..., elements: ...}"},
        Mistake{"1e400 ms", "'1e400 ms' is out of range, expected 0 ms, or 1e-30 ms to 1e15 ms"},
        Mistake{"1e-400 ms", "'1e-400 ms' is out of range, expected 0 ms, or 1e-30 ms to 1e15 ms"},
        Mistake{"1.1e12 s", "'1.1e12 s' is out of range, expected 0 ms, or 1e-30 ms to 1e15 ms"}));

/// text: the amount of a copy.
class CopyMistake : public testing::TestWithParam<Mistake> {};

TEST_P(CopyMistake, IsNamedAtTheValue) {
  const auto& [text, message] = GetParam();
  EXPECT_EQ(workload_error(with_task("{name: a, h2d: " + std::string{text} + "}")), "file:4:" + std::string{message});
}

#define EITHER \
  ", expected a duration (ns, us, ms, s) such as 2.5 ms, or a size (B, kB, KiB, MB, MiB, GB, GiB) such as 16 MiB"
#define SIZE ", expected a number with B, kB, KiB, MB, MiB, GB or GiB, such as 16 MiB"

INSTANTIATE_TEST_SUITE_P(
    All, CopyMistake,
    testing::Values(
        Mistake{"5", "20: '5' has no unit" EITHER},
        Mistake{"", "15: an empty value is not a duration or a size" EITHER},
        Mistake{"-1 B", "20: '-1 B' is negative" EITHER},
        Mistake{"1.5 B", "20: '1.5 B' is not a whole number of bytes" SIZE},
        Mistake{"1.0001 kB", "20: '1.0001 kB' is not a whole number of bytes" SIZE},
        Mistake{"9007199254740993 B", "20: '9007199254740993 B' is out of range, expected at most 2^53 bytes"},
        Mistake{"1e400 GiB", "20: '1e400 GiB' is out of range, expected at most 2^53 bytes"},
        Mistake{"{bytes: 5}", "28: '5' has no unit" SIZE},
        Mistake{"{bytes: 5 ms}", "28: '5 ms' is a duration, expected a size such as 16 MiB, or the key time"},
        Mistake{"{time: 5 B}", "27: '5 B' is a size, expected a duration such as 2.5 ms, or the key bytes"},
        Mistake{"{memory: pinned}", "20: a map has neither time nor bytes, expected one of them"},
        Mistake{"{time: 1 ms, bytes: 1 B}",
                "20: a copy with both time and bytes, expected one of them, or recorded_on: the device that the times "
                "are of"},
        Mistake{"{time: 1 ms, memory: managed}", "41: 'managed' is not a kind of memory, expected pinned or pageable"},
        Mistake{"{time: 1 ms, memory: }", "33: an empty value is not a kind of memory, expected pinned or pageable"},
        Mistake{"{time: 1 ms, size: 1 B}",
                "33: unknown key 'size', expected one of: time, latency, bytes, memory, call"},
        Mistake{"{time: 17 us, latency: 18 us}",
                "43: '18 us' is longer than the copy that it is part of, expected at most its time"},
        Mistake{"{bytes: 1 B, latency: 15 us}",
                "42: '15 us' is the latency of a size, for which the profile has one, expected none, or the key time"},
        Mistake{"{time: 17 us, latency: 15 B}",
                "43: '15 B' has the unknown unit 'B', expected a number with ns, us, ms or s, such as 2.5 ms"},
        Mistake{"{latency: 15 us}", "20: a map has neither time nor bytes, expected one of them"},
        Mistake{"{time: 1 ms, time: 1 ms}", "33: the key 'time' stands here twice, expected it once"}));

}  // namespace
}  // namespace warpshop::io

#undef EXPECTED
#undef EITHER
#undef SIZE
