#include <gtest/gtest.h>

#include "tests/io/mistakes.hpp"

namespace warpshop::io {
namespace {

/// text: tasks as a flow list in line 4, one kernel each.
class NameMistake : public testing::TestWithParam<Mistake> {};

TEST_P(NameMistake, IsNamedWhereItStands) {
  const auto& [text, message] = GetParam();
  EXPECT_EQ(workload_error("schema: warpshop.workload/1\nname: test\ntasks:\n" + std::string{text}),
            "file:" + std::string{message});
}

#define K ", kernel: 1 ms"

INSTANTIATE_TEST_SUITE_P(
    Duplicates, NameMistake,
    testing::Values(Mistake{"- {name: a" K "}\n- {name: b" K "}\n- {name: a" K "}",
                            "6:10: the name 'a' is taken by the task in line 4, expected a name of its own"},
                    Mistake{"- {name: a, count: 3" K "}\n- {name: a#3" K "}",
                            "5:10: the name 'a#3' stands for a repeat of the task in line 4, expected another name"},
                    Mistake{"- {name: a#1" K "}\n- {name: a, count: 2" K "}",
                            "4:10: the name 'a#1' stands for a repeat of the task in line 5, expected another name"},
                    Mistake{
                        "- {name: a#1, count: 2" K "}\n- {name: a#1#2" K "}",
                        "5:10: the name 'a#1#2' stands for a repeat of the task in line 4, expected another name"}));

INSTANTIATE_TEST_SUITE_P(
    After, NameMistake,
    testing::Values(
        Mistake{"- {name: a, after: b" K "}", "4:20: there is no task 'b', expected the name of a task"},
        Mistake{"- {name: a, after: a" K "}", "4:20: the task 'a' waits for itself, expected another task"},
        Mistake{"- {name: a" K "}\n- {name: b, after: [a, a]" K "}",
                "5:24: the task 'a' stands here twice, expected it once"},
        Mistake{"- {name: a, after: [b, ]" K "}", "4:21: there is no task 'b', expected the name of a task"},
        Mistake{"- {name: a, after: [b, , c]" K "}", "4:24: an empty entry in a list, expected a value"},
        Mistake{"- {name: a, after: {b: c}" K "}", "4:21: unknown key 'b', expected one of: task, lag"},
        Mistake{"- {name: a, after: {lag: 1 ms}" K "}", "4:20: what a task comes after without task, expected it here"},
        Mistake{"- {name: a" K "}\n- {name: b, after: {task: a, lag: -1 ms}" K "}",
                "5:35: '-1 ms' is negative, expected a number with ns, us, ms or s, such as 2.5 ms"},
        Mistake{"- {name: a" K "}\n- {name: b, after: [a, {task: a, lag: 1 ms}]" K "}",
                "5:31: the task 'a' stands here twice, expected it once"},
        Mistake{"- {name: a, after: [[b]]" K "}", "4:21: a list is not a name, expected text in one line"},
        Mistake{"- {name: a, after: " K "}", "4:13: an empty value is not a name, expected text in one line"},
        Mistake{"- {name: a, count: 2" K "}\n- {name: b, after: a#1" K "}",
                "5:20: there is no task 'a#1', expected the name of a task"},
        Mistake{"- {name: a, after: c" K "}\n- {name: b, after: a" K "}\n- {name: c, after: [b]" K "}",
                "5:20: a cycle in after: 'a' waits for 'c' waits for 'b' waits for 'a', expected none"}));

// What stands there after unescaping counts; yaml-cpp makes one byte of \N and of \_.
INSTANTIATE_TEST_SUITE_P(
    Escapes, NameMistake,
    testing::Values(
        Mistake{"- {name: \"a\\N\"" K "}", R"(4:10: 'a\x85' has an escape \N or \_, expected \u0085 or \u00a0)"},
        Mistake{"- {name: \"a\\_b\"" K "}", R"(4:10: 'a\xa0b' has an escape \N or \_, expected \u0085 or \u00a0)"},
        Mistake{"- {name: \"a\\x9b\"" K "}", R"(4:10: 'a\u009b' has control characters, expected text in one line)"},
        Mistake{"- {name: \"a\\x1b[1m\"" K "}",
                R"(4:10: 'a\x1b[1m' has control characters, expected text in one line)"},
        Mistake{"- {name: \"a\\u202eb\"" K "}",
                R"(4:10: 'a\u202eb' has characters that do not show, expected text in one line)"},
        Mistake{"- {name: a\u202eb" K "}",
                R"(4:10: 'a\u202eb' has characters that do not show, expected text in one line)"},
        Mistake{"- {name: a\u009bb" K "}", R"(4:10: 'a\u009bb' has control characters, expected text in one line)"},
        Mistake{"- {name: \"a\\L\"" K "}",
                R"(4:10: 'a\u2028' has characters that do not show, expected text in one line)"},
        Mistake{"- {\"na\\_me\": a" K "}", R"(4:4: 'na\xa0me' has an escape \N or \_, expected \u0085 or \u00a0)"},
        Mistake{"- {name: a, h2d: \"1\\u202e ms\"}",
                "4:18: '1\\u202e ms' has the unknown unit '\\u202e ms', expected a duration (ns, us, ms, s) "
                "such as 2.5 ms, or a size (B, kB, KiB, MB, MiB, GB, GiB) such as 16 MiB"}));

TEST(Names, MayHoldEverythingThatShows) {
  for (const std::string name : {"größe", "\\u00a0", "時間", "🚀", "\\U0001F600", "=1+1"}) {
    EXPECT_EQ(workload_error(with_task("{name: \"" + name + "\"" K "}")), "") << name;
  }
}

TEST(Names, LikeRepeatsButNoneOfThemAreFine) {
  for (const std::string name : {"a#0", "a#01", "a#4", "a#", "#1", "b#1", "a#x", "a#1 "}) {
    EXPECT_EQ(workload_error("schema: warpshop.workload/1\nname: test\ntasks:\n- {name: a, count: 3" K "}\n- {name: b" K
                             "}\n- {name: '" +
                             name + "'" K "}"),
              "")
        << name;
  }
}

TEST(After, MayNameLaterTasksAndMeetAgain) {
  EXPECT_EQ(workload_error("schema: warpshop.workload/1\nname: test\ntasks:\n- {name: a, after: [b, c]" K
                           "}\n- {name: b, after: d" K "}\n- {name: c, after: d" K "}\n- {name: d, after: []" K "}"),
            "");
}

TEST(Count, IsLimitedInAll) {
  EXPECT_EQ(workload_error(with_task("{name: a, count: 10000000" K "}\n  - {name: b" K "}")),
            "file:5:5: more than 10000000 tasks with their repeats, expected at most that");
  EXPECT_EQ(workload_error(with_task("{name: a, count: 10000000" K "}")), "");
}

}  // namespace
}  // namespace warpshop::io

#undef K
