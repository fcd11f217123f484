#include "sim/study/given_order.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/model/error.hpp"

namespace warpshop::study {
namespace {

const std::vector<std::string>& four_tasks() {
  static const std::vector<std::string> names{"MM", "BS", "TM", "VA"};
  return names;
}

/// The order of all tasks on the one device.
Order order_of(std::string_view text, const std::vector<std::string>& task_names = four_tasks()) {
  const GivenOrder given = parse_order(text, task_names);
  EXPECT_FALSE(given.by_device);
  return given.parts.at(0);
}

std::string error_of(std::string_view text, const std::vector<std::string>& fleet = {}) {
  try {
    parse_order(text, four_tasks(), fleet);
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
  EXPECT_EQ(order_of("1,2,0,3", four_tasks()), (Order{1, 2, 0, 3}));
  EXPECT_EQ(order_of("0", {"alone"}), Order{0});
  EXPECT_EQ(order_of("10,9,8,7,6,5,4,3,2,1,0", {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"}),
            (Order{10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0}));
}

TEST(ParseOrder, TakesEveryNameOnce) {
  EXPECT_EQ(order_of("BS,TM,MM,VA", four_tasks()), (Order{1, 2, 0, 3}));
  EXPECT_EQ(order_of("chat#2,both ways,chat#1", {"chat#1", "chat#2", "both ways"}), (Order{1, 2, 0}));
  EXPECT_EQ(order_of("BS,2,MM,3", four_tasks()), (Order{1, 2, 0, 3}));
}

TEST(ParseOrder, TakesNumbersForPositionsUnlessSomeEntryIsNone) {
  EXPECT_EQ(order_of("2,1,0", {"1", "2", "0"}), (Order{2, 1, 0}));
  EXPECT_EQ(order_of("2,1,x", {"1", "2", "x"}), (Order{1, 0, 2}));
}

TEST(ParseOrder, NamesWhatIsNoPosition) {
  EXPECT_EQ(error_of("1,2,4,3"), message("'4' is not a position"));
  EXPECT_EQ(error_of("1,-2,0,3"), message("'-2' is neither a task nor a position"));
  EXPECT_EQ(error_of("1,+2,0,3"), message("'+2' is neither a task nor a position"));
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

TEST(ParseOrder, TakesWhatTablesPrint) {
  EXPECT_EQ(order_of("BS-TM-MM-VA"), (Order{1, 2, 0, 3}));
  EXPECT_EQ(order_of("BS > TM > MM > VA"), (Order{1, 2, 0, 3}));
  EXPECT_EQ(order_of("BS>TM>MM>VA"), (Order{1, 2, 0, 3}));
  EXPECT_EQ(order_of("BS-TM | MM-VA"), (Order{1, 2, 0, 3}));
  EXPECT_EQ(order_of("1-2-0-3"), (Order{1, 2, 0, 3}));
  EXPECT_EQ(order_of("1, 2, 0, 3"), (Order{1, 2, 0, 3}));
  EXPECT_EQ(order_of("new-prompt > chat#2 > chat#1", {"chat#1", "chat#2", "new-prompt"}), (Order{2, 1, 0}));
  EXPECT_EQ(order_of("chat#2-chat#1-load", {"chat#1", "chat#2", "load"}), (Order{1, 0, 2}));
  EXPECT_EQ(order_of("a, first-b", {"b", "a, first"}), (Order{1, 0}));
  EXPECT_EQ(order_of("c, a->b", {"a->b", "c"}), (Order{1, 0}));
}

TEST(ParseOrder, TakesNumbersThatTablesPrintForNames) {
  EXPECT_EQ(order_of("2-1-0", {"1", "2", "0"}), (Order{1, 0, 2}));
}

TEST(ParseOrder, TakesWhatATerminalHasBroken) {
  EXPECT_EQ(order_of("BS-TM-\n  MM-VA"), (Order{1, 2, 0, 3}));
  EXPECT_EQ(order_of("b >\n   both\n   ways > c-d", {"both ways", "c-d", "b"}), (Order{2, 0, 1}));
}

TEST(ParseOrder, TakesMarksOfStreamsAndGates) {
  const GivenOrder streams = parse_order("streams: BS-TM-MM-VA", four_tasks());
  EXPECT_TRUE(streams.streams);
  EXPECT_EQ(streams.parts.at(0), (Order{1, 2, 0, 3}));
  const GivenOrder gated = parse_order("BS-TM-MM-VA (2 gates)", four_tasks());
  EXPECT_TRUE(gated.gates_unsaid);
  EXPECT_EQ(gated.parts.at(0), (Order{1, 2, 0, 3}));
  EXPECT_TRUE(parse_order("BS-TM-MM-VA (1 gate)", four_tasks()).gates_unsaid);
  EXPECT_TRUE(parse_order("BS-TM-MM-VA\n   (3\n   gates)", four_tasks()).gates_unsaid);
  EXPECT_EQ(parse_order("BS-TM-MM-VA (gates\n   1:0\n   2:3)", four_tasks()).gates.size(), 2U);
  EXPECT_EQ(order_of("b-f (x)", {"f (x)", "b"}), (Order{1, 0}));
}

TEST(ParseOrder, TakesGates) {
  const GivenOrder given = parse_order("BS-TM-MM-VA\n  (gates 1:0 2:3)", four_tasks());
  EXPECT_EQ(given.parts.at(0), (Order{1, 2, 0, 3}));
  EXPECT_EQ(given.gates, (std::vector<Gate>{{.d2h = 1, .h2d = 0}, {.d2h = 2, .h2d = 3}}));
  EXPECT_FALSE(given.gates_unsaid);
  for (const char* const pair : {"1", "1:", ":0", "1:4", "BS:MM", "1:0:2"}) {
    EXPECT_EQ(error_of("BS-TM-MM-VA (gates " + std::string(pair) + ")"),
              "--order: '" + std::string(pair) +
                  "' is no gate, expected two positions like 1:0, the copy out of 1 waits for the copy in of 0");
  }
}

TEST(ParseOrder, TakesPositionsThatStandApart) {
  EXPECT_EQ(order_of("1 2 0 3"), (Order{1, 2, 0, 3}));
  EXPECT_EQ(order_of("1, 2 0,\n 3"), (Order{1, 2, 0, 3}));
  EXPECT_EQ(order_of("2 1,0", {"2 1", "0"}), (Order{0, 1}));
  EXPECT_EQ(error_of("1 2 0 4"), message("'4' is not a position"));
  EXPECT_EQ(error_of("1 2 0 1"), message("'1' appears twice"));
  const GivenOrder dealt = parse_order("x: 1 3; y: 0 2", four_tasks(), {"x", "y"});
  EXPECT_EQ(dealt.parts, (std::vector<Order>{{1, 3}, {0, 2}}));
}

TEST(ParseOrder, TakesTheOrderOfEachDevice) {
  const std::vector<std::string> fleet{"box#1", "box#2", "y"};
  const GivenOrder given = parse_order("box#1: BS-VA; y: MM | TM", four_tasks(), fleet);
  EXPECT_TRUE(given.by_device);
  EXPECT_EQ(given.parts, (std::vector<Order>{{1, 3}, {}, {0, 2}}));
  EXPECT_FALSE(parse_order("BS-TM-MM-VA", four_tasks(), fleet).by_device);
  EXPECT_EQ(error_of("box#1: BS-VA; box#1: MM-TM", fleet), "--order: box#1 appears twice, expected each device once");
  EXPECT_EQ(error_of("box#1: BS-VA; y: MM-VA", fleet), message("'VA' appears twice"));
  EXPECT_EQ(error_of("box#1: BS-VA; y: MM", fleet), message("3 of 4 tasks are given"));
}

TEST(ParseOrder, SaysForWhichDevicesAPlanIs) {
  const std::string here = ", but the devices here are y#1, y#2, expected parts of these";
  EXPECT_EQ(error_of("box#1: BS-VA; box#2: MM-TM", {"y#1", "y#2"}), "--order: this plan is for box#1, box#2" + here);
  EXPECT_EQ(error_of("y#1: BS; y#2: VA; y#3:\n  MM-TM", {"y#1", "y#2"}),
            "--order: this plan is for y#1, y#2, y#3" + here);
  EXPECT_EQ(error_of("streams: box#1: BS-VA; box#2: MM-TM (2 gates)", {"y#1", "y#2"}),
            "--order: this plan is for box#1, box#2" + here);
  EXPECT_EQ(
      error_of("box#1: BS-VA; box#2: MM-TM", {"box"}),
      "--order: this plan is for box#1, box#2, but there is one device here, box, expected an order without devices");
  EXPECT_EQ(error_of("y#1: BS-VA; y#2: MM-XX", {"y#1", "y#2"}), message("'XX' is neither a task nor a position"));
  EXPECT_EQ(order_of("b-x: a", {"x: a", "b"}), (Order{1, 0}));
}

TEST(ParseOrder, RefusesWhatIsCutShort) {
  EXPECT_EQ(error_of("BS-TM-… 2 more"),
            message("the order is cut short, as a table on a terminal shows it; -o, json and csv have it whole"));
}

}  // namespace
}  // namespace warpshop::study
