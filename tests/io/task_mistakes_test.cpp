#include <gtest/gtest.h>

#include "tests/io/mistakes.hpp"

namespace warpshop::io {
namespace {

/// text: the entry of a task, in line 4 from column 5.
class TaskMistake : public testing::TestWithParam<Mistake> {};

TEST_P(TaskMistake, IsNamedWhereItStands) {
  const auto& [text, message] = GetParam();
  EXPECT_EQ(workload_error(with_task(text)), "file:" + std::string{message});
}

#define TASK_KEYS                                                                                              \
  "name, h2d, kernel, d2h, release, weight, count, period, after, due, host, stream, family, footprint, job, " \
  "recorded"

INSTANTIATE_TEST_SUITE_P(
    Keys, TaskMistake,
    testing::Values(
        Mistake{"{name: a, kernal: 1 ms}", "4:15: unknown key 'kernal', expected one of: " TASK_KEYS},
        Mistake{"name: a\n    kernal: 1 ms", "5:5: unknown key 'kernal', expected one of: " TASK_KEYS},
        Mistake{"{name: a, kernel: 1 ms, name: b}", "4:29: the key 'name' stands here twice, expected it once"},
        Mistake{"{kernel: 1 ms}", "4:5: a task without name, expected it here"},
        Mistake{"{name: a}", "4:5: the task 'a' has no stage, expected h2d, kernel or d2h"},
        Mistake{"{name: a, release: 1 ms}", "4:5: the task 'a' has no stage, expected h2d, kernel or d2h"},
        Mistake{"a", "4:5: 'a' is not a task, expected a map with " TASK_KEYS},
        Mistake{"[a]", "4:5: a list is not a task, expected a map with " TASK_KEYS},
        Mistake{"", "4:3: an empty entry in a list, expected a value"},
        Mistake{"~", "4:5: an empty value is not a task, expected a map with " TASK_KEYS},
        Mistake{"{name: a, {b: c}: d}", "4:15: a map as a key, or a bracket that is never closed, expected a name"},
        Mistake{"{name: a, [b]: d}", "4:15: a list as a key, or a bracket that is never closed, expected a name"},
        Mistake{"{name: a, ~: d}", "4:15: an empty value as a key, expected a name"}));

INSTANTIATE_TEST_SUITE_P(
    Submission, TaskMistake,
    testing::Values(
        Mistake{"{name: a, h2d: {time: 1 ms, call: blocking}}",
                "4:39: 'blocking' is not a kind of call, expected async or sync"},
        Mistake{"{name: a, kernel: 1 ms, stream: 0}", "4:37: '0' is not a stream, expected own or legacy_default"},
        Mistake{"{name: a, kernel: 1 ms, stream: legacy_default}",
                "4:5: the task 'a' is in the legacy default stream, where the order of all commands counts, expected "
                "submit: one_thread beside tasks"},
        Mistake{"{name: a, kernel: 1 ms, host: 2}",
                "4:35: '2' has no unit, expected a duration (ns, us, ms, s) such as 2.5 ms, or a size (B, kB, KiB, MB, "
                "MiB, GB, GiB) such as 16 MiB"}));

INSTANTIATE_TEST_SUITE_P(
    DescribedKernels, TaskMistake,
    testing::Values(
        Mistake{"{name: a, kernel: {time: 1 ms, ctas: 4}}", "4:23: a kernel without threads, expected it here"},
        Mistake{"{name: a, kernel: {time: 1 ms, threads: 4}}", "4:23: a kernel without ctas, expected it here"},
        Mistake{"{name: a, kernel: {time: 1 ms, category: memory_bound}}",
                "4:23: a kernel without ctas, expected it here"},
        Mistake{"{name: a, kernel: {ctas: 4, threads: 32}}", "4:23: a kernel without time, expected it here"},
        Mistake{"{name: a, kernel: {name: k, elements: 4, threads: 32}}",
                "4:23: a map has a name and threads, expected name and elements, or time, ctas and threads"},
        Mistake{"{name: a, kernel: {time: 1 ms, name: k, ctas: 4, threads: 32}}",
                "4:23: a map has a time and a name, expected time, or name and elements"},
        Mistake{"{name: a, kernel: {time: 1 ms, ctas: 4, threads: 32, per_sm: 2}}",
                "4:58: unknown key 'per_sm', expected one of: time, name, elements, ctas, threads, registers, "
                "shared_memory, category, compute, memory, power, kind, phases, jitter, split, cpu"},
        Mistake{"{name: a, kernel: {time: 1 ms, ctas: 0, threads: 32}}",
                "4:42: '0' is out of range, expected 1 to 1000000000"},
        Mistake{"{name: a, kernel: {time: 1 ms, ctas: 4, threads: 0}}",
                "4:54: '0' is out of range, expected 1 to 1000000000"},
        Mistake{"{name: a, kernel: {time: 1 ms, ctas: 4, threads: 1e3}}",
                "4:54: '1e3' is not a whole number, expected 1 to 1000000000"},
        Mistake{"{name: a, kernel: {time: 1 ms, ctas: 4, threads: 32, registers: -1}}",
                "4:69: '-1' is negative, expected 0 to 1000000000"},
        Mistake{"{name: a, kernel: {time: 1 ms, ctas: 4, threads: 32, shared_memory: 8}}",
                "4:73: '8' has no unit, expected a number with B, kB, KiB, MB, MiB, GB or GiB, such as 16 MiB"},
        Mistake{"{name: a, kernel: {time: 1 ms, kind: nccl}}",
                "4:42: 'nccl' is not a kind of kernel, expected exclusive, beside or collective"},
        Mistake{"{name: a, kernel: {time: 1 ms, ctas: 4, threads: 32, category: memory}}",
                "4:68: 'memory' is not a category, expected memory_bound or compute_bound"},
        Mistake{"{name: a, kernel: {time: 0 ms, ctas: 4, threads: 32}}",
                "4:30: '0 ms' is too short for 4 CTAs, expected at least 1e-15 ms for each"}));

INSTANTIATE_TEST_SUITE_P(
    Names, TaskMistake,
    testing::Values(
        Mistake{"{name: , kernel: 1 ms}", "4:6: an empty value is not a name, expected text in one line"},
        Mistake{"{name: ~, kernel: 1 ms}", "4:12: an empty value is not a name, expected text in one line"},
        Mistake{"{name: '', kernel: 1 ms}", "4:12: '' is not a name, expected text in one line"},
        Mistake{"{name: [a], kernel: 1 ms}", "4:12: a list is not a name, expected text in one line"},
        Mistake{"{name: Yes, kernel: 1 ms}", "4:12: 'Yes' may be read as true or false, expected it in quotes"},
        Mistake{"{name: on, kernel: 1 ms}", "4:12: 'on' may be read as true or false, expected it in quotes"},
        Mistake{R"({name: "a\tb", kernel: 1 ms})",
                R"(4:12: 'a\x09b' has control characters, expected text in one line)"},
        Mistake{R"({name: "a\0b", kernel: 1 ms})",
                R"(4:12: 'a\x00b' has control characters, expected text in one line)"},
        Mistake{"{name: a, kernel: 1 ms, family: }", "4:29: an empty value is not a name, expected text in one line"}));

INSTANTIATE_TEST_SUITE_P(
    Numbers, TaskMistake,
    testing::Values(
        Mistake{"{name: a, kernel: 1 ms, count: 0}", "4:36: '0' is out of range, expected 1 to 10000000"},
        Mistake{"{name: a, kernel: 1 ms, period: 33 ms}",
                "4:37: a period without count, expected how many repeats there are"},
        Mistake{"{name: a, kernel: 1 ms, count: 3, period: 3}",
                "4:47: '3' has no unit, expected a number with ns, us, ms or s, such as 2.5 ms"},
        Mistake{"{name: a, kernel: 1 ms, count: 3, period: 6e11 s}",
                "4:47: '6e11 s' is out of range, expected the last repeat to be released, and due, by 1e15 ms"},
        Mistake{"{name: a, kernel: 1 ms, count: 10000001}", "4:36: '10000001' is out of range, expected 1 to 10000000"},
        Mistake{"{name: a, kernel: 1 ms, count: 1.0}", "4:36: '1.0' is not a whole number, expected 1 to 10000000"},
        Mistake{"{name: a, kernel: 1 ms, count: 1e3}", "4:36: '1e3' is not a whole number, expected 1 to 10000000"},
        Mistake{"{name: a, kernel: 1 ms, count: 010}", "4:36: '010' is not a whole number, expected 1 to 10000000"},
        Mistake{"{name: a, kernel: 1 ms, count: -1}", "4:36: '-1' is negative, expected 1 to 10000000"},
        Mistake{"{name: a, kernel: 1 ms, weight: 1 ms}",
                "4:37: '1 ms' is not a number, expected a number without a unit, 0 to 1e15"},
        Mistake{"{name: a, kernel: 1 ms, weight: 1e16}",
                "4:37: '1e16' is out of range, expected a number without a unit, 0 to 1e15"},
        Mistake{"{name: a, kernel: 1 ms, weight: .inf}",
                "4:37: '.inf' is not a number, expected a number without a unit, 0 to 1e15"},
        Mistake{"{name: a, kernel: {name: k}}", "4:23: a kernel without elements, expected it here"},
        Mistake{"{name: a, kernel: {elements: 1}}", "4:23: a kernel without name, expected it here"},
        Mistake{"{name: a, kernel: {time: 17 us, latency: 15 us}}",
                "4:37: unknown key 'latency', expected one of: time, name, elements, ctas, threads, registers, "
                "shared_memory, category, compute, memory, power, kind, phases, jitter, split, cpu"},
        Mistake{"{name: a, kernel: {}}", "4:23: a map has neither time nor name, expected time, or name and elements"},
        Mistake{"{name: a, kernel: {time: 1 ms, name: k}}",
                "4:23: a map has a time and a name, expected time, or name and elements"},
        Mistake{"{name: a, kernel: {name: k, elements: 1.5}}",
                "4:43: '1.5' is not a whole number, expected 0 to 9007199254740992"},
        Mistake{"{name: a, kernel: {name: k, elements: yes}}",
                "4:43: 'yes' is not a whole number, expected 0 to 9007199254740992"}));

}  // namespace
}  // namespace warpshop::io

#undef TASK_KEYS
