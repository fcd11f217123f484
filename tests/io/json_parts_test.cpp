#include "sim/io/json/json_parts.hpp"

#include <gtest/gtest.h>

namespace warpshop::io {
namespace {

TEST(PlanJson, OfOneDeviceHoldsGatesAndRounds) {
  const Plan plan{.order = {1, 0, 2}, .gates = {{.d2h = 1, .h2d = 0}}, .rounds = {2, 1}};
  EXPECT_EQ(plan_json("gated", plan, {"a", "b", "c"}).dump(),
            R"json({"policy":"gated","order":[1,0,2],"tasks":["b","a","c"],"order_text":"b-a | c (gates 1:0)",)json"
            R"json("gates":[{"d2h":1,"h2d":0}],"rounds":[2,1]})json");
}

TEST(PlanJson, OfAFleetHoldsOrderAndRoundsOfEachDevice) {
  const Plan plan{.order = {1, 0, 2}, .rounds = {1, 1, 1}, .devices = {2, 1}};
  EXPECT_EQ(plan_json("fifo", plan, {"a", "b", "c"}, {"x", "y"}).dump(),
            R"({"policy":"fifo","order":[1,0,2],"tasks":["b","a","c"],"order_text":"x: b | a; y: c","devices":[)"
            R"({"device":"x","order":[1,0],"rounds":[1,1]},{"device":"y","order":[2]}]})");
}

}  // namespace
}  // namespace warpshop::io
