#include <sstream>

#include <gtest/gtest.h>

#include "sim/io/json/described_json.hpp"
#include "sim/result/parts.hpp"

namespace warpshop::io {
namespace {

std::string plan_json(const std::string& policy, const Plan& plan, const std::vector<std::string>& fleet = {}) {
  const std::vector<std::string> tasks{"a", "b", "c"};
  const result::NamedPlan named{policy, plan, tasks, fleet};
  const result::Kind<result::NamedPlan> kind({.name = "test", .title = {}, .command = {}, .first_columns = {}},
                                             result::plan_fields());
  std::ostringstream out;
  write(out, format::Json{}, kind.describe(named));
  return out.str();
}

TEST(PlanJson, OfOneDeviceHoldsGatesAndRounds) {
  const Plan plan{.order = {1, 0, 2}, .gates = {{.d2h = 1, .h2d = 0}}, .rounds = {2, 1}};
  EXPECT_EQ(plan_json("gated", plan),
            R"json({"schema":"warpshop.test/1","policy":"gated","order":[1,0,2],"tasks":["b","a","c"],)json"
            R"json("order_text":"b-a | c (gates 1:0)","gates":[{"d2h":1,"h2d":0}],"rounds":[2,1]})json"
            "\n");
}

TEST(PlanJson, OfAFleetHoldsOrderAndRoundsOfEachDevice) {
  const Plan plan{.order = {1, 0, 2}, .rounds = {1, 1, 1}, .devices = {2, 1}};
  EXPECT_EQ(plan_json("fifo", plan, {"x", "y"}),
            R"({"schema":"warpshop.test/1","policy":"fifo","order":[1,0,2],"tasks":["b","a","c"],)"
            R"("order_text":"x: b | a; y: c","devices":[{"device":"x","order":[1,0],"rounds":[1,1]},)"
            R"({"device":"y","order":[2]}]})"
            "\n");
}

}  // namespace
}  // namespace warpshop::io
