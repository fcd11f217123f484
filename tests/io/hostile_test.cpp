#include <ostream>
#include <string>

#include <gtest/gtest.h>

#include "tests/io/mistakes.hpp"

namespace warpshop::io {
namespace {

// Texts that make a simple reader overflow its stack or fill the memory: a pattern, very often.

struct Repeated {
  std::string_view start;
  std::string_view pattern;
  friend std::ostream& operator<<(std::ostream& out, const Repeated& r) { return out << r.start << r.pattern; }
};

class Hostile : public testing::TestWithParam<Repeated> {};

TEST_P(Hostile, IsRefusedAndNothingElse) {
  constexpr std::size_t size = 4 << 20;
  const auto& [start, pattern] = GetParam();
  std::string text{start};
  while (text.size() < size) {
    text += pattern;
  }
  EXPECT_NE(workload_error(text), "");
  EXPECT_NE(device_error(text), "");
}

#define HOSTILE_HEAD "schema: warpshop.workload/1\nname: x\ntasks: "

INSTANTIATE_TEST_SUITE_P(
    All, Hostile,
    testing::Values(Repeated{"", "["}, Repeated{"", "{a: "}, Repeated{"", "- "}, Repeated{"", "? "}, Repeated{"", "[{"},
                    Repeated{"", "\"\" "}, Repeated{"", "&a "}, Repeated{"", "! "}, Repeated{"", ": "},
                    Repeated{"", "*a "}, Repeated{"", "{}"}, Repeated{"", "a\n"}, Repeated{HOSTILE_HEAD, "["},
                    Repeated{HOSTILE_HEAD, "[{a: "}, Repeated{HOSTILE_HEAD, "{a: "}, Repeated{HOSTILE_HEAD "[", "a,"},
                    Repeated{HOSTILE_HEAD "\n- ", "["}, Repeated{HOSTILE_HEAD "\n- ", "- "},
                    Repeated{HOSTILE_HEAD "\n- ", "? "}, Repeated{HOSTILE_HEAD "\n- ", "{a: "},
                    Repeated{HOSTILE_HEAD "\n  ", "["}, Repeated{HOSTILE_HEAD "[\n", "...\n"},
                    Repeated{HOSTILE_HEAD "[{name: a, after: ", "["},
                    Repeated{HOSTILE_HEAD "[{name: a, after: [", "a, "},
                    Repeated{HOSTILE_HEAD "[{name: a, kernel: 1", "0"}, Repeated{HOSTILE_HEAD "[{name: \"", "\\n"},
                    Repeated{"schema: warpshop.device/1\nprovenance: {", "a,"}));

TEST(Hostile, BlocksThatDeepenLineByLineAreRefused) {
  std::string text;
  std::string indent;
  for (int level = 0; level < 2000; ++level) {
    text += indent + "tasks:\n";
    indent += ' ';
  }
  EXPECT_EQ(workload_error(text), "file:17:17: nested too deeply, expected at most 16 levels");
}

}  // namespace
}  // namespace warpshop::io

#undef HOSTILE_HEAD
