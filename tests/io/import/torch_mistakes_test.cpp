#include <ostream>
#include <string>

#include <gtest/gtest.h>

#include "tests/io/import/torch_texts.hpp"
#include "tests/io/mistakes.hpp"

namespace warpshop::io {
namespace {

#define TORCH_TRACE "a trace of the PyTorch profiler with CUDA activities (JSON, plain or gzip)"

/// text: a whole file.
class TorchFileMistake : public testing::TestWithParam<Mistake> {};

TEST_P(TorchFileMistake, IsNamedAtItsPlace) {
  const auto& [text, message] = GetParam();
  EXPECT_EQ(torch_error(std::string{text}), "file:" + std::string{message});
  EXPECT_EQ(torch_error(as_gzip(text)), "file:" + std::string{message});
}

INSTANTIATE_TEST_SUITE_P(
    All, TorchFileMistake,
    testing::Values(
        Mistake{"", " is empty, expected " TORCH_TRACE}, Mistake{"\xEF\xBB\xBF", " is empty, expected " TORCH_TRACE},
        Mistake{"schema: x", "1:1: the text starts with 'schema: x', expected " TORCH_TRACE},
        Mistake{"\n é", "2:2: the text starts with 'é', expected " TORCH_TRACE},
        Mistake{"SQLite format 3", "1:1: the text starts with 'SQLite format 3', expected " TORCH_TRACE},
        Mistake{"\xFF\xFE[", R"(1:1: the text starts with '\xff\xfe[', expected )" TORCH_TRACE},
        Mistake{"{}", " has no kernel, copy or memset of a GPU in it, expected " TORCH_TRACE},
        Mistake{R"({"traceEvents": {"ph": "X"}})",
                " has no kernel, copy or memset of a GPU in it, expected " TORCH_TRACE},
        Mistake{"[1, [2], {\"a\": null}, true]",
                " has no kernel, copy or memset of a GPU in it, expected " TORCH_TRACE},
        Mistake{"[1,\n 2 3]", "2:4: syntax error while parsing array - unexpected number literal, expected ']'"},
        Mistake{"[\n\n{\"ä\": x}]", "3:7: syntax error while parsing value - invalid literal, expected " TORCH_TRACE},
        Mistake{"[1e999]", "1:6: number overflow parsing '1e999', expected " TORCH_TRACE}));

/// text: the second event of an array, in line 2.
class TorchEventMistake : public testing::TestWithParam<Mistake> {};

TEST_P(TorchEventMistake, IsNamedAtItsPlace) {
  const auto& [text, message] = GetParam();
  EXPECT_EQ(torch_error(torch_events(text)), "file:2:" + std::string{message});
}

#define TORCH_KERNEL R"({"ph":"X","cat":"kernel","name":"k","tid":7,)"
#define TORCH_TIMED TORCH_KERNEL R"("ts":1,"dur":1,)"

INSTANTIATE_TEST_SUITE_P(
    All, TorchEventMistake,
    testing::Values(
        Mistake{TORCH_KERNEL R"("dur":1})", "1: an event without 'ts', expected its start in microseconds"},
        Mistake{TORCH_KERNEL R"("ts":1})", "1: an event without 'dur', expected its duration in microseconds"},
        Mistake{TORCH_KERNEL R"("ts":1,"dur":-0.5})", "52: a duration of '-0.5' us, expected none below 0"},
        Mistake{TORCH_KERNEL R"("ts":"now","dur":1})", "45: 'now' is no time, expected microseconds within 146 years"},
        Mistake{TORCH_KERNEL R"("ts":9223372036854775,"dur":1})",
                "45: 9223372036854775 is no time, expected microseconds within 146 years"},
        Mistake{TORCH_KERNEL R"("ts":18446744073709551616,"dur":1})",
                "45: '18446744073709551616' is no time, expected microseconds within 146 years"},
        Mistake{TORCH_KERNEL R"("ts":4611686018427387,"dur":4611686018427387})",
                "1: an event ends out of range, expected times within 146 years"},
        Mistake{R"({"ph":"X","cat":"kernel","name":"k","tid":"s","ts":1,"dur":1})",
                "1: a command without 'stream', expected the number of one"},
        Mistake{TORCH_TIMED R"("args":{"stream":"seven"}})", "68: 'seven' is no whole number, expected one"},
        Mistake{TORCH_TIMED R"("args":{"device":-1}})", "1: an event of device -1, expected one from 0 on"},
        Mistake{TORCH_TIMED R"("args":{"grid":[1,2,-3]}})", "68: expected three whole numbers from 0 to 2147483647"},
        Mistake{TORCH_TIMED R"("args":{"grid":[1,2,3,4]}})", "68: expected three whole numbers from 0 to 2147483647"},
        Mistake{TORCH_TIMED R"("args":{"grid":[2147483647,2147483647,3]}})",
                "1: a grid of more than 2^63 - 1 CTAs, expected fewer"},
        Mistake{TORCH_TIMED R"("args":{"block":[1025,1,1]}})", "1: a block of more than 1024 threads, expected fewer"},
        Mistake{TORCH_TIMED R"("args":{"shared memory":-1}})",
                "1: an event with -1 where at most 1073741824 makes sense"},
        Mistake{R"({"ph":"X","cat":"gpu_memcpy","name":"copy","ts":1,"dur":1})",
                "1: a copy with the name 'copy', expected one such as 'Memcpy HtoD (Pinned -> Device)'"},
        Mistake{R"({"ph":"B","cat":"kernel","name":"k","tid":7,"ts":5},{"ph":"E","tid":7,"ts":4})",
                "53: an event ends before it starts, expected times that grow"}));

TEST(TorchMistake, OfAnEventThatIsNotUsedIsNone) {
  EXPECT_EQ(torch_error(torch_events(
                R"({"ph":"X","cat":"cpu_op","ts":"now","dur":-1,"args":{"stream":"x","grid":[1,2,3,4]}},)"
                R"({"ph":"E","ts":1,"tid":7},{"ph":"B","cat":"kernel","ts":4},{"ph":7,"cat":null,"name":{}})")),
            "");
}

TEST(TorchMistake, FilesThatCannotBeReadAreNamed) {
  const auto error_of = [](const std::filesystem::path& path) {
    try {
      read_torch_trace(path);
    } catch (const InputError& error) {
      return std::string{error.what()};
    }
    return std::string{};
  };
  EXPECT_EQ(error_of("/none/such"),
            "/none/such: cannot be opened (No such file or directory), expected a readable file");
  EXPECT_EQ(error_of("/"), "/: is a directory, expected a file");
}

TEST(TorchMistake, GzipThatBreaksOffIsRefusedWherever) {
  const std::string packed = as_gzip(kTorchTrace);
  for (std::size_t size = 2; size < packed.size(); ++size) {
    EXPECT_NE(torch_error(packed.substr(0, size)), "") << size;
  }
  EXPECT_EQ(torch_error(packed.substr(0, packed.size() - 1)),
            "file:49:1: the gzip data breaks off here, expected the whole file");
  EXPECT_NE(torch_error(packed + "x"), "");
}

TEST(TorchMistake, DamagedGzipIsRefusedAfterTheLastTextThatIsWhole) {
  std::string packed = as_gzip(kTorchTrace);
  packed[packed.size() - 6] = static_cast<char>(packed[packed.size() - 6] ^ 1);  // of the checksum
  EXPECT_EQ(torch_error(packed),
            "file:49:1: the gzip data is damaged after this place (incorrect data check), expected gzip as it was "
            "written");
}

TEST(TorchMistake, JsonThatBreaksOffIsRefusedWherever) {
  const std::string text = std::string{kTorchTrace.substr(0, kTorchTrace.rfind('}'))};
  for (std::size_t size = 0; size < text.size(); ++size) {
    EXPECT_NE(torch_error(text.substr(0, size)), "") << size;
  }
}

TEST(TorchMistake, NestingIsLimited) {
  EXPECT_EQ(torch_error(std::string(1 << 20, '[')), "file:1:65: nested too deeply, expected at most 64 levels");
  std::string objects;
  while (objects.size() < (1 << 20)) {
    objects += "{\"a\":\n";
  }
  EXPECT_EQ(torch_error(objects), "file:65:1: nested too deeply, expected at most 64 levels");
}

TEST(TorchMistake, StringsAndNumbersAreLimited) {
  constexpr std::size_t kMany = std::size_t{6} << 20;
  constexpr const char* kWords = "a string or number goes on beyond this place, expected at most 4 MiB of it";
  for (const std::string& token : {"\"" + std::string(kMany, 'x'), "1" + std::string(kMany, '0')}) {
    const std::string error = torch_error("[" + token);
    EXPECT_NE(error.find(kWords), std::string::npos) << error;
  }
  EXPECT_EQ(torch_error(torch_events("\"" + std::string(kMany / 2, 'x') + "\"")), "");
}

TEST(TorchMistake, AGzipBombIsRefused) {
  constexpr int kMany = 70;  // MiB, each in a member of its own
  const std::string member = as_gzip(std::string(std::size_t{1} << 20, '\n') + "1,");
  std::string file = as_gzip("[");
  for (int i = 0; i < kMany; ++i) {
    file += member;
  }
  const std::string error = torch_error(file);
  EXPECT_NE(error.find("each byte of gzip stands for more than 300 bytes of text, expected a trace"), std::string::npos)
      << error;
}

}  // namespace
}  // namespace warpshop::io
