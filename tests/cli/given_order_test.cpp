#include "cli/given_order.hpp"

#include <string>

#include <gtest/gtest.h>

#include "sim/model/error.hpp"

namespace warpshop::cli {
namespace {

std::string error_of(std::string_view text, std::size_t tasks = 4) {
  try {
    parse_order(text, tasks);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

/// The message of a mistake in an order of four tasks.
std::string message(const std::string& what) {
  return "--order: " + what + ", expected every position from 0 to 3 once, like 1,2,0,3";
}

TEST(ParseOrder, TakesEveryPositionOnce) {
  EXPECT_EQ(parse_order("1,2,0,3", 4), (Order{1, 2, 0, 3}));
  EXPECT_EQ(parse_order("0", 1), Order{0});
  EXPECT_EQ(parse_order("10,9,8,7,6,5,4,3,2,1,0", 11), (Order{10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0}));
}

TEST(ParseOrder, NamesWhatIsNoPosition) {
  EXPECT_EQ(error_of("1,2,4,3"), message("'4' is not a position"));
  EXPECT_EQ(error_of("1,-2,0,3"), message("'-2' is not a position"));
  EXPECT_EQ(error_of("1,+2,0,3"), message("'+2' is not a position"));
  EXPECT_EQ(error_of("1, 2,0,3"), message("' 2' is not a position"));
  EXPECT_EQ(error_of("1,2,0,3x"), message("'3x' is not a position"));
  EXPECT_EQ(error_of("1,2.0,0,3"), message("'2.0' is not a position"));
  EXPECT_EQ(error_of("MM,VA,TM,BS"), message("'MM' is not a position"));
  EXPECT_EQ(error_of("1,4294967296,0,3"), message("'4294967296' is not a position"));
  EXPECT_EQ(error_of("1,99999999999999999999,0,3"), message("'99999999999999999999' is not a position"));
}

TEST(ParseOrder, NamesAPositionThatIsLeftOpen) {
  EXPECT_EQ(error_of(""), message("'' is not a position"));
  EXPECT_EQ(error_of("1,2,,3"), message("'' is not a position"));
  EXPECT_EQ(error_of(",1,2,0"), message("'' is not a position"));
  EXPECT_EQ(error_of("1,2,0,3,"), message("'' is not a position"));
}

TEST(ParseOrder, NamesARepeatedPosition) {
  EXPECT_EQ(error_of("1,2,0,1"), message("position 1 appears twice"));
  EXPECT_EQ(error_of("0,1,2,3,0"), message("position 0 appears twice"));
}

TEST(ParseOrder, CountsPositionsThatAreMissing) {
  EXPECT_EQ(error_of("1,2,0"), message("3 of 4 positions are given"));
  EXPECT_EQ(error_of("3"), message("1 of 4 positions are given"));
}

}  // namespace
}  // namespace warpshop::cli
