#include "sim/io/yaml/quantity.hpp"

#include <gtest/gtest.h>

namespace warpshop::io {
namespace {

double nearest(std::string_view text, int shift) {
  return to_double(parse_quantity(text).value(), shift).value();
}

TEST(Decimal, IsRoundedOnceWhateverTheUnit) {
  EXPECT_EQ(nearest("17.7", -3), 0.0177);
  EXPECT_EQ(nearest("0.087", -6), 8.7e-8);
  EXPECT_EQ(nearest("2.52248", 0), 2.52248);
  EXPECT_EQ(nearest("0.1e1", 0), 1.0);
  EXPECT_EQ(nearest("0", -6), 0.0);
  EXPECT_EQ(nearest("0.000e99999999999999999999", 0), 0.0);
}

TEST(Decimal, OutOfRangeIsNoNumber) {
  EXPECT_FALSE(to_double(parse_quantity("1e400").value()));
  EXPECT_FALSE(to_double(parse_quantity("1e-400").value()));
  EXPECT_FALSE(to_double(parse_quantity("5e-324").value()));
  EXPECT_FALSE(to_double(parse_quantity("1e99999999999999999999").value()));
  EXPECT_EQ(nearest("1e-400", 400), 1.0);
}

TEST(Decimal, WholeNumbersAreExact) {
  constexpr SizeUnit one = {"B"};
  constexpr SizeUnit megabyte = {"MB", 6};
  constexpr SizeUnit kibibyte = {"KiB", 0, 1024};
  const auto whole = [](std::string_view text, const SizeUnit& unit) {
    return to_whole(parse_quantity(text).value(), unit);
  };
  EXPECT_EQ(whole("16.777216", megabyte).value, 16'777'216);
  EXPECT_EQ(whole("1.5", kibibyte).value, 1536);
  EXPECT_EQ(whole("0.0009765625", kibibyte).value, 1);
  EXPECT_EQ(whole("9007199254740992", one).value, kLargestWhole);
  EXPECT_EQ(whole("1.50", one).fit, WholeFit::fractional);
  EXPECT_EQ(whole("0.00048828125", kibibyte).fit, WholeFit::fractional);
  EXPECT_EQ(whole("9007199254740993", one).fit, WholeFit::too_large);
  EXPECT_EQ(whole("1e999999", one).fit, WholeFit::too_large);
  EXPECT_EQ(whole("1e-999999", one).fit, WholeFit::fractional);
  EXPECT_EQ(whole("0e-999999", one).value, 0);
}

TEST(Decimal, TakesTheUnitAsItStands) {
  EXPECT_EQ(parse_quantity("5 ms")->unit, "ms");
  EXPECT_EQ(parse_quantity("5ms")->unit, "ms");
  EXPECT_EQ(parse_quantity("5e2ms")->unit, "ms");
  EXPECT_EQ(parse_quantity("5 e2")->unit, "e2");
  EXPECT_EQ(parse_quantity("5e")->unit, "e");
  EXPECT_EQ(parse_quantity("5")->unit, "");
  EXPECT_EQ(parse_quantity("1_000")->unit, "_000");
}

TEST(Decimal, OtherSpellingsAreNoNumbers) {
  for (const std::string_view text : {"", " 5", "+5", "-5", ".5", "5.", "010", "00", "nan", "inf", "ms", "5.e3"}) {
    EXPECT_FALSE(parse_quantity(text)) << text;
  }
}

}  // namespace
}  // namespace warpshop::io
