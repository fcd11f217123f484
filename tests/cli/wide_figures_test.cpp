#include <string>

#include <gtest/gtest.h>

#include "cli/calibration.hpp"

namespace warpshop::cli {
namespace {

TEST(WideFigures, AreCountedAndNamedInOneLineTheWidestFirst) {
  Device profile;
  profile.confidence = {{"a", {.low = 0.5, .high = 1.6}},
                        {"b", {.low = 0.1, .high = 3}},
                        {"c", {.low = 0.5, .high = 1.5}},
                        {"d", {.low = 0.4, .high = 1.5}}};
  EXPECT_EQ(wide_figures(profile),
            "the interval of 3 of 4 figures is wider than the figure: b (0.10 … 3.00 of it), a, d");
}

TEST(WideFigures, OfManyNamesTheWidest) {
  Device profile;
  for (char name = 'a'; name <= 'j'; ++name) {
    profile.confidence[std::string(1, name)] = {.low = 0, .high = 2.0 + (name - 'a')};
  }
  EXPECT_EQ(
      wide_figures(profile),
      "the interval of 10 of 10 figures is wider than the figure: j (0.00 … 11.00 of it), i, h, g, f, e, d, c and 2 "
      "more, by `low` and `high` in the profile");
}

TEST(WideFigures, OfNarrowOnesAreNone) {
  Device profile;
  EXPECT_EQ(wide_figures(profile), "");
  profile.confidence = {{"a", {.low = 0.99, .high = 1.01}}};
  EXPECT_EQ(wide_figures(profile), "");
}

TEST(HowLong, SpeaksOfTheBackendThatIsMeasured) {
  CalibrationOptions options;
  EXPECT_NE(how_long(options).find("on a GPU"), std::string::npos);
  options.hardware.backend = "host";
  EXPECT_EQ(how_long(options).find("GPU"), std::string::npos);
  options.quick = true;
  EXPECT_EQ(how_long(options).find("GPU"), std::string::npos);
  EXPECT_EQ(how_long(options).find("--quick"), std::string::npos);
}

}  // namespace
}  // namespace warpshop::cli
