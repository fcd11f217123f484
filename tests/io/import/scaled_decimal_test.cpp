#include <cstdint>
#include <optional>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "sim/io/import/torch_event.hpp"

namespace warpshop::io {
namespace {

TEST(ScaledDecimal, KeepsDigitsThatADoubleHasNot) {
  EXPECT_EQ(scaled_decimal("1695835542514261.123", 3), 1695835542514261123);
  EXPECT_EQ(scaled_decimal("-1695835542514261.123", 3), -1695835542514261123);
  EXPECT_EQ(scaled_decimal("9223372036854775.807", 3), 9223372036854775807);
  EXPECT_EQ(scaled_decimal("1.695835542514261123e15", 3), 1695835542514261123);
  EXPECT_EQ(scaled_decimal("1695835542514261123E-3", 3), 1695835542514261123);
}

TEST(ScaledDecimal, RoundsToTheNearest) {
  EXPECT_EQ(scaled_decimal("0.0004", 3), 0);
  EXPECT_EQ(scaled_decimal("0.0005", 3), 1);
  EXPECT_EQ(scaled_decimal("-0.0015", 3), -2);
  EXPECT_EQ(scaled_decimal("1.23449999", 3), 1234);
  EXPECT_EQ(scaled_decimal("7e-5", 3), 0);
  EXPECT_EQ(scaled_decimal("0e999999999999999999999", 3), 0);
  EXPECT_EQ(scaled_decimal("7e-999999999999999999999", 3), 0);
  EXPECT_EQ(scaled_decimal("00012", 0), 12);
  EXPECT_EQ(scaled_decimal("1.", 1), 10);
  EXPECT_EQ(scaled_decimal(".5", 1), 5);
}

TEST(ScaledDecimal, RefusesWhatDoesNotFitOrIsNoNumber) {
  for (const char* text :
       {"9223372036854775.808", "9223372036854775.8075", "1e17", "1e999999999999", "1e", "18446744073709551616", "",
        "-", ".", "+1", "1x", "0x10", "N/A", "1e+", "1 ", "--1", "nan"}) {
    EXPECT_EQ(scaled_decimal(text, 3), std::nullopt) << text;
  }
}

TEST(ScaledDecimal, ReadsWhatWasWritten) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 10'000; ++i) {
    const auto value = static_cast<std::int64_t>(random() >> (1 + random() % 60));
    std::string text = std::to_string(value);
    const std::size_t places = random() % 12;
    text.insert(0, places + 1 > text.size() ? places + 1 - text.size() : 0, '0');
    text.insert(text.size() - places, ".");
    EXPECT_EQ(scaled_decimal(text, static_cast<int>(places)), value) << text;
  }
}

}  // namespace
}  // namespace warpshop::io
