#include "cli/given_order.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/model/error.hpp"

namespace warpshop::cli {
namespace {

const std::vector<std::string>& four_tasks() {
  static const std::vector<std::string> names{"MM", "BS", "TM", "VA"};
  return names;
}

std::string error_of(std::string_view text) {
  try {
    parse_order(text, four_tasks());
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

/// The message of a mistake in an order of four tasks.
std::string message(const std::string& what) {
  return "--order: " + what + ", expected every position from 0 to 3 once, like 1,2,0,3, or every task by name";
}

TEST(ParseOrder, TakesEveryPositionOnce) {
  EXPECT_EQ(parse_order("1,2,0,3", four_tasks()), (Order{1, 2, 0, 3}));
  EXPECT_EQ(parse_order("0", {"alone"}), Order{0});
  EXPECT_EQ(parse_order("10,9,8,7,6,5,4,3,2,1,0", {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"}),
            (Order{10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0}));
}

TEST(ParseOrder, TakesEveryNameOnce) {
  EXPECT_EQ(parse_order("BS,TM,MM,VA", four_tasks()), (Order{1, 2, 0, 3}));
  EXPECT_EQ(parse_order("chat#2,both ways,chat#1", {"chat#1", "chat#2", "both ways"}), (Order{1, 2, 0}));
  EXPECT_EQ(parse_order("BS,2,MM,3", four_tasks()), (Order{1, 2, 0, 3}));
}

TEST(ParseOrder, TakesNumbersForPositionsUnlessSomeEntryIsNone) {
  EXPECT_EQ(parse_order("2,1,0", {"1", "2", "0"}), (Order{2, 1, 0}));
  EXPECT_EQ(parse_order("2,1,x", {"1", "2", "x"}), (Order{1, 0, 2}));
}

TEST(ParseOrder, NamesWhatIsNoPosition) {
  EXPECT_EQ(error_of("1,2,4,3"), message("'4' is not a position"));
  EXPECT_EQ(error_of("1,-2,0,3"), message("'-2' is neither a task nor a position"));
  EXPECT_EQ(error_of("1,+2,0,3"), message("'+2' is neither a task nor a position"));
  EXPECT_EQ(error_of("1, 2,0,3"), message("' 2' is neither a task nor a position"));
  EXPECT_EQ(error_of("1,2,0,3x"), message("'3x' is neither a task nor a position"));
  EXPECT_EQ(error_of("1,2.0,0,3"), message("'2.0' is neither a task nor a position"));
  EXPECT_EQ(error_of("MM,VA,TM,bs"), message("'bs' is neither a task nor a position"));
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
  EXPECT_EQ(error_of("1,2,0,1"), message("'1' appears twice"));
  EXPECT_EQ(error_of("0,1,2,3,0"), message("'0' appears twice"));
  EXPECT_EQ(error_of("BS,TM,BS,VA"), message("'BS' appears twice"));
  EXPECT_EQ(error_of("BS,TM,1,VA"), message("'1' appears twice"));
}

TEST(ParseOrder, CountsPositionsThatAreMissing) {
  EXPECT_EQ(error_of("1,2,0"), message("3 of 4 tasks are given"));
  EXPECT_EQ(error_of("3"), message("1 of 4 tasks are given"));
}

}  // namespace
}  // namespace warpshop::cli
