#include "cli/whole_number.hpp"

#include <gtest/gtest.h>

namespace warpshop::cli {
namespace {

constexpr std::uint64_t kMost = UINT64_MAX;

std::string checked(std::string text, std::uint64_t low, std::uint64_t high) {
  const std::string error = check_whole_number(text, low, high);
  return error.empty() ? text : error;
}

TEST(CheckWholeNumber, TakesWhatLiesInTheRange) {
  EXPECT_EQ(checked("1", 1, 1024), "1");
  EXPECT_EQ(checked("1024", 1, 1024), "1024");
  EXPECT_EQ(checked("0", 0, kMost), "0");
  EXPECT_EQ(checked("18446744073709551615", 0, kMost), "18446744073709551615");
}

TEST(CheckWholeNumber, TakesOffLeadingZerosWhichWouldMakeItOctal) {
  EXPECT_EQ(checked("010", 1, 1024), "10");
  EXPECT_EQ(checked("00", 0, kMost), "0");
}

TEST(CheckWholeNumber, NamesWhatIsOutOfRange) {
  EXPECT_EQ(checked("0", 1, 1024), "Value 0 not in range 1 to 1024");
  EXPECT_EQ(checked("1025", 1, 1024), "Value 1025 not in range 1 to 1024");
  EXPECT_EQ(checked("-1", 1, 1024), "Value -1 not in range 1 to 1024");
  EXPECT_EQ(checked("18446744073709551616", 0, kMost),
            "Value 18446744073709551616 not in range 0 to 18446744073709551615");
}

TEST(CheckWholeNumber, NamesWhatIsNoWholeNumber) {
  for (const std::string text : {"", "-", "abc", "0x10", "1.5", "1e3", "+1", " 1", "1 "}) {
    EXPECT_EQ(checked(text, 1, 1024), "'" + text + "' is not a whole number, expected 1 to 1024");
  }
}

}  // namespace
}  // namespace warpshop::cli
