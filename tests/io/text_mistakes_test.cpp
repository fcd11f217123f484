#include <string>

#include <gtest/gtest.h>

#include "sim/io/yaml/document_text.hpp"
#include "sim/model/utf8.hpp"
#include "tests/io/mistakes.hpp"

namespace warpshop::io {
namespace {

using namespace std::string_view_literals;

/// text: a whole file.
class TextMistake : public testing::TestWithParam<Mistake> {};

TEST_P(TextMistake, IsNamedAtTheByte) {
  const auto& [text, message] = GetParam();
  EXPECT_EQ(workload_error(std::string{text}), "file:" + std::string{message});
}

INSTANTIATE_TEST_SUITE_P(
    All, TextMistake,
    testing::Values(Mistake{"a\0b"sv, "1:2: control character 0x00, expected text"},
                    Mistake{"a: b\n\x04", "2:1: control character 0x04, expected text"},
                    Mistake{"a\x7F", "1:2: control character 0x7F, expected text"},
                    Mistake{"a: b\rc: d", "1:5: a CR without an LF, expected lines that end in LF or CRLF"},
                    Mistake{"ä: ö\r\nü\x80", "2:2: byte 0x80 is not UTF-8, expected UTF-8"},
                    Mistake{"é\xFF", "1:2: byte 0xFF is not UTF-8, expected UTF-8"},
                    Mistake{"\xC0\xAF", "1:1: byte 0xC0 is not UTF-8, expected UTF-8"},
                    Mistake{"\xE0\x80\xAF", "1:1: byte 0xE0 is not UTF-8, expected UTF-8"},
                    Mistake{"\xED\xA0\x80", "1:1: byte 0xED is not UTF-8, expected UTF-8"},
                    Mistake{"\xF4\x90\x80\x80", "1:1: byte 0xF4 is not UTF-8, expected UTF-8"},
                    Mistake{"\xF0\x8F\x80\x80", "1:1: byte 0xF0 is not UTF-8, expected UTF-8"},
                    Mistake{"\xE2\x82", "1:1: byte 0xE2 is not UTF-8, expected UTF-8"},
                    Mistake{"\xE2\x82z", "1:1: byte 0xE2 is not UTF-8, expected UTF-8"},
                    Mistake{"\xFF\xFE\x73\0"sv, "1:1: the text is UTF-16 or UTF-32, expected UTF-8"},
                    Mistake{"\xFE\xFF\0\x73"sv, "1:1: the text is UTF-16 or UTF-32, expected UTF-8"},
                    Mistake{"\0s"sv, "1:1: control character 0x00, expected text"},
                    Mistake{"s\0"sv, "1:2: control character 0x00, expected text"}));

TEST(Text, EveryCharacterOfUnicodeIsOneOfUtf8) {
  EXPECT_EQ(character_length("\x7F"), 1U);
  EXPECT_EQ(character_length("\xC2\x80"), 2U);
  EXPECT_EQ(character_length("\xDF\xBF"), 2U);
  EXPECT_EQ(character_length("\xE0\xA0\x80"), 3U);
  EXPECT_EQ(character_length("\xED\x9F\xBF"), 3U);
  EXPECT_EQ(character_length("\xEE\x80\x80"), 3U);
  EXPECT_EQ(character_length("\xF0\x90\x80\x80"), 4U);
  EXPECT_EQ(character_length("\xF4\x8F\xBF\xBF"), 4U);
}

TEST(Text, ColumnsCountCharacters) {
  EXPECT_EQ(workload_error("{name: 'Görlitz – Żary', x: y}"),
            "file:1:26: unknown key 'x', expected one of: schema, name, recorded_on, submit, issue, jobs, tasks, "
            "clients, horizon");
}

TEST(Text, AByteOrderMarkCountsForNothing) {
  EXPECT_EQ(workload_error("\xEF\xBB\xBFx: y"),
            "file:1:1: unknown key 'x', expected one of: schema, name, recorded_on, submit, issue, jobs, tasks, "
            "clients, horizon");
  EXPECT_EQ(workload_error("\xEF\xBB\xBF" + with_task("{name: a, kernel: 1 ms}")), "");
}

TEST(Text, LinesMayEndInCrlf) {
  EXPECT_EQ(workload_error("schema: warpshop.workload/1\r\nname: x\r\ntasks:\r\n- name: a\r\n  kernel: 1 ms\r\n"), "");
  EXPECT_EQ(workload_error("schema: warpshop.workload/1\r\nname: x\r\ntasks:\r\n- name: a\r\n  kernel: 1\r\n"),
            "file:5:11: '1' has no unit, expected a number with ns, us, ms or s, such as 2.5 ms");
}

TEST(Text, MayBe64MiBAndNoMore) {
  std::string text = with_task("{name: a, kernel: 1 ms}");
  text.resize(kLargestText, '\n');
  EXPECT_EQ(workload_error(text), "");
  text += '\n';
  EXPECT_EQ(workload_error(text), "file: is too large, expected at most 64 MiB");
}

TEST(Text, FilesThatCannotBeReadAreNamedWithoutALine) {
  const auto error_of = [](const std::string& path) {
    try {
      read_text(std::filesystem::path{path});
    } catch (const InputError& error) {
      return std::string{error.what()};
    }
    return std::string{};
  };
  EXPECT_EQ(error_of("/none/such"),
            "/none/such: cannot be opened (No such file or directory), expected a readable file");
  EXPECT_EQ(error_of("/"), "/: is a directory, expected a file");
}

}  // namespace
}  // namespace warpshop::io
