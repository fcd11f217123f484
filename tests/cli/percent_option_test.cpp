#include <gtest/gtest.h>

#include "cli/common_options.hpp"

namespace warpshop::cli {
namespace {

TEST(CheckPercent, TakesNumbersFrom0To1000WithOrWithoutSign) {
  for (const char* given : {"0", "5", "5%", "0.5", "1e3", "1000%"}) {
    std::string text = given;
    EXPECT_EQ(check_percent(text), "") << given;
    EXPECT_EQ(text.find('%'), std::string::npos);
  }
}

TEST(CheckPercent, RefusesWhatIsNoNumberOrOutOfRange) {
  for (const char* given : {"nan", "NaN%", "inf", "-inf", "-1", "1000.1", "1e999", "", "%", "5%%", "5x", " 5", "0x5"}) {
    std::string text = given;
    EXPECT_EQ(check_percent(text),
              "'" + std::string(given) + "' is not a percentage, expected 0 to 1000, such as 5 or 5%");
  }
}

}  // namespace
}  // namespace warpshop::cli
