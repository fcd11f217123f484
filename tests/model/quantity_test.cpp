#include "sim/model/quantity.hpp"

#include <gtest/gtest.h>

namespace warpshop {
namespace {

double nearest(std::string_view text, int shift) {
  return to_double(parse_quantity(text).value(), shift).value();
}

TEST(Quantity, IsRoundedOnceWhateverTheUnit) {
  EXPECT_EQ(nearest("17.7", -3), 0.0177);
  EXPECT_EQ(nearest("0.087", -6), 8.7e-8);
  EXPECT_EQ(nearest("2.52248", 0), 2.52248);
  EXPECT_EQ(nearest("0.1e1", 0), 1.0);
  EXPECT_EQ(nearest("0", -6), 0.0);
  EXPECT_EQ(nearest("0.000e99999999999999999999", 0), 0.0);
}

TEST(Quantity, OutOfRangeIsNoNumber) {
  EXPECT_FALSE(to_double(parse_quantity("1e400").value()));
  EXPECT_FALSE(to_double(parse_quantity("1e-400").value()));
  EXPECT_FALSE(to_double(parse_quantity("5e-324").value()));
  EXPECT_FALSE(to_double(parse_quantity("1e99999999999999999999").value()));
  EXPECT_EQ(nearest("1e-400", 400), 1.0);
}

TEST(Quantity, WholeNumbersAreExact) {
  constexpr Unit one = {"B"};
  constexpr Unit megabyte = {"MB", 6};
  constexpr Unit kibibyte = {"KiB", 0, 1024};
  const auto whole = [](std::string_view text, const Unit& unit) {
    return to_whole(parse_quantity(text).value(), unit);
  };
  EXPECT_EQ(whole("16.777216", megabyte), 16'777'216);
  EXPECT_EQ(whole("1.5", kibibyte), 1536);
  EXPECT_EQ(whole("0.0009765625", kibibyte), 1);
  EXPECT_EQ(whole("9007199254740992", one), kLargestWhole);
  EXPECT_EQ(whole("1.50", one), std::nullopt);
  EXPECT_EQ(whole("0.00048828125", kibibyte), std::nullopt);
  EXPECT_EQ(whole("9007199254740993", one), kLargestWhole + 1);
  EXPECT_EQ(whole("1e999999", one), kLargestWhole + 1);
  EXPECT_EQ(whole("1e-999999", one), std::nullopt);
  EXPECT_EQ(whole("0e-999999", one), 0);
}

TEST(Quantity, TakesTheUnitAsItStands) {
  EXPECT_EQ(parse_quantity("5 ms")->unit, "ms");
  EXPECT_EQ(parse_quantity("5ms")->unit, "ms");
  EXPECT_EQ(parse_quantity("5e2ms")->unit, "ms");
  EXPECT_EQ(parse_quantity("5 e2")->unit, "e2");
  EXPECT_EQ(parse_quantity("5e")->unit, "e");
  EXPECT_EQ(parse_quantity("5")->unit, "");
  EXPECT_EQ(parse_quantity("1_000")->unit, "_000");
}

TEST(Quantity, OtherSpellingsAreNoNumbers) {
  for (const std::string_view text : {"", " 5", "+5", "-5", ".5", "5.", "010", "00", "nan", "inf", "ms", "5.e3"}) {
    EXPECT_FALSE(parse_quantity(text)) << text;
  }
}

TEST(QuantityText, HasTheFewestDigits) {
  EXPECT_EQ(quantity_text(0), "0");
  EXPECT_EQ(quantity_text(1), "1");
  EXPECT_EQ(quantity_text(0.1), "0.1");
  EXPECT_EQ(quantity_text(1234.5), "1234.5");
  EXPECT_EQ(quantity_text(1e16), "10000000000000000");
  EXPECT_EQ(quantity_text(1e17), "1e17");
  EXPECT_EQ(quantity_text(0.000012), "0.000012");
  EXPECT_EQ(quantity_text(0.0000012), "1.2e-6");
  EXPECT_EQ(quantity_text(0.0177, {"us", -3}), "17.7 us");
  EXPECT_EQ(quantity_text(3.26e9, {"GB/s", 9}), "3.26 GB/s");
  EXPECT_EQ(quantity_text(1.0 / 3), "0.3333333333333333");
}

TEST(QuantityText, UnitsAreTheLargestOfWhichThereIsOne) {
  EXPECT_EQ(unit_of(Millis{0}).name, "ns");
  EXPECT_EQ(unit_of(Millis{0.0009999}).name, "ns");
  EXPECT_EQ(unit_of(Millis{0.001}).name, "us");
  EXPECT_EQ(unit_of(Millis{1}).name, "ms");
  EXPECT_EQ(unit_of(Millis{1000}).name, "s");
  EXPECT_EQ(unit_of(BytesPerSecond{1e9}).name, "GB/s");
  EXPECT_EQ(unit_of(BytesPerSecond{999e6}).name, "MB/s");
  EXPECT_EQ(unit_of(BytesPerSecond{1}).name, "B/s");
}

TEST(QuantityText, OfASizeIsInTheUnitWithTheFewestDigits) {
  EXPECT_EQ(quantity_text(Bytes{0}), "0 B");
  EXPECT_EQ(quantity_text(Bytes{1}), "1 B");
  EXPECT_EQ(quantity_text(Bytes{1001}), "1001 B");
  EXPECT_EQ(quantity_text(Bytes{1000}), "1 kB");
  EXPECT_EQ(quantity_text(Bytes{49152}), "48 KiB");
  EXPECT_EQ(quantity_text(Bytes{16'777'216}), "16 MiB");
  EXPECT_EQ(quantity_text(Bytes{16'000'000}), "16 MB");
  EXPECT_EQ(quantity_text(Bytes{std::int64_t{3} << 30}), "3 GiB");
}

}  // namespace
}  // namespace warpshop
