#include "sim/io/json/journal_line.hpp"

#include <string>

#include <gtest/gtest.h>

#include "sim/model/error.hpp"

namespace warpshop::io {
namespace {

const std::string kKey = "000000000000000a";

MeasuredSamples samples() {
  return {.plans = {{Millis{1.5}, Millis{0.1}}, {Millis{2}}},
          .rivals = {{.name = "mps", .samples = {}, .problem = "no \"MPS\" here"}},
          .wrong = {3}};
}

/// What reading a good line, in which something else stands, says after the name of its file.
std::string error_with(const std::string& piece, const std::string& instead) {
  std::string line = journal_line(kKey, samples());
  const std::size_t position = line.find(piece);
  EXPECT_NE(position, std::string::npos) << piece;
  try {
    parse_journal_line(line.replace(position, piece.size(), instead), "journal", 1);
  } catch (const InputError& error) {
    return std::string(error.what()).substr(std::string("journal").size());
  }
  return "";
}

TEST(JournalLine, NamesMistakesWithLineAndColumn) {
  const std::string numbers = "expected milliseconds from 1e-9 to 1e15";
  EXPECT_EQ(error_with("1.5", "0"), ":1:57: 'plans_ms' holds 0, " + numbers);
  EXPECT_EQ(error_with("1.5", "-1.5"), ":1:57: 'plans_ms' holds -1.5, " + numbers);
  EXPECT_EQ(error_with("1.5", "1e-10"), ":1:57: 'plans_ms' holds 1e-10, " + numbers);
  EXPECT_EQ(error_with("1.5", "5e-324"), ":1:57: 'plans_ms' holds 5e-324, " + numbers);
  EXPECT_EQ(error_with("1.5", "1e16"), ":1:57: 'plans_ms' holds 1e+16, " + numbers);
  EXPECT_EQ(error_with("1.5", "null"), ":1:57: 'plans_ms' holds null, " + numbers);
  EXPECT_EQ(error_with("1.5", "\"x\""), ":1:57: 'plans_ms' holds \"x\", " + numbers);
  EXPECT_EQ(error_with("1.5", "1e999"),
            ":1:1: a number is out of range, expected a line of a journal with schema warpshop.journal/1");
  EXPECT_EQ(error_with("1.5", "nan"), ":1:71: not a line of a journal, expected one with schema warpshop.journal/1");
  EXPECT_EQ(error_with("[2.0]", "[]"), ":1:57: 'plans_ms' holds an empty list, expected samples of each plan");
  EXPECT_EQ(error_with("[2.0]", "2"), ":1:57: 'plans_ms' holds what is no list, expected lists of samples");
  EXPECT_EQ(error_with("[[1.5,0.1],[2.0]]", "[]"),
            ":1:57: 'plans_ms' is an empty list, expected samples of at least one plan");
  EXPECT_EQ(error_with("[[1.5,0.1],[2.0]]", "1"), ":1:57: 'plans_ms' is no list, expected a list");
  EXPECT_EQ(error_with("\"plans_ms\"", "\"plans\""),
            ":1:57: 'plans' is an unknown key, expected one of: schema, key, plans_ms, rivals, wrong");
  EXPECT_EQ(error_with("\"wrong\":[3]", "\"wrong\":[3],\"wrong\":[]"),
            ":1:156: 'wrong' stands here twice, expected it once");
  EXPECT_EQ(error_with("\"wrong\":[3]", "\"key\":\"a\""), ":1:32: 'key' stands here twice, expected it once");
  EXPECT_EQ(error_with(",\"wrong\":[3]", ""), ":1:1: a line without wrong, expected it here");
  const std::string positions = ", expected positions of tasks from 0, each above the one before";
  EXPECT_EQ(error_with("[3]", "[-1]"), ":1:156: 'wrong' holds -1" + positions);
  EXPECT_EQ(error_with("[3]", "[18446744073709551615]"), ":1:156: 'wrong' holds 18446744073709551615" + positions);
  EXPECT_EQ(error_with("[3]", "[2,2]"), ":1:156: 'wrong' holds 2" + positions);
  EXPECT_EQ(error_with(kKey, "A"), ":1:32: 'key' is not the key of a workload, expected 16 hexadecimal digits");
  EXPECT_EQ(error_with("\"samples_ms\":[]", "\"samples_ms\":[1]"),
            ":1:86: 'rivals' holds mps with both samples and a problem, expected one of them");
}

TEST(JournalLine, DeepNestingIsAMistakeLikeOthers) {
  const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
  EXPECT_EQ(error_with("\"" + kKey + "\"", deep), ":1:1: nested too deeply, expected a line of a journal");
}

}  // namespace
}  // namespace warpshop::io
