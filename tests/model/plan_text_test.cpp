#include "sim/model/plan_text.hpp"

#include <gtest/gtest.h>

namespace warpshop {
namespace {

TEST(PlanText, SaysAllThatAnOrderCan) {
  EXPECT_EQ(plan_text({.order = {1, 2, 0, 3}}, {"MM", "BS", "TM", "VA"}), "BS-TM-MM-VA");
  EXPECT_EQ(plan_text({.order = {1, 0}}, {"chat-1", "load"}), "load > chat-1");
  EXPECT_EQ(plan_text({.order = {1, 0}}, {"a->b", "c"}), "c, a->b");
  EXPECT_EQ(plan_text({.order = {1, 0}, .submission = Submission::streams}, {"a", "b"}), "streams: b-a");
  EXPECT_EQ(plan_text({.order = {2, 1, 0}, .rounds = {2, 1}}, {"a", "b", "c"}), "c-b | a");
}

TEST(PlanText, OfAFleetGoesDeviceByDevice) {
  const std::vector<std::string> fleet{"x#1", "x#2", "y"};
  EXPECT_EQ(plan_text({.order = {1, 0, 2}, .rounds = {1, 1, 1}, .devices = {2, 0, 1}}, {"a", "b", "c"}, fleet),
            "x#1: b | a; y: c");
}

TEST(PlanText, SaysWhichCopiesAreHeldBack) {
  EXPECT_EQ(plan_text({.order = {2, 1, 0}, .gates = {{2, 1}, {1, 0}}}, {"a", "b", "c"}), "c-b-a (gates 2:1 1:0)");
}

TEST(GatePairs, AreOfPositions) {
  EXPECT_EQ(gate_pairs({.order = {1, 0}}), "");
  EXPECT_EQ(gate_pairs({.order = {2, 1, 0}, .gates = {{2, 1}, {1, 0}}}), "2:1 1:0");
}

}  // namespace
}  // namespace warpshop
