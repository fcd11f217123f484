#include "sim/evaluate/slot_gates.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sim/evaluate/evaluate.hpp"
#include "sim/evaluate/events/event_simulation.hpp"
#include "tests/support/instances.hpp"

namespace warpshop::evaluate {
namespace {

using Slots = std::vector<std::uint32_t>;

Instance of_stages(const std::vector<int>& stages) {
  Instance instance;
  instance.rates = test::all_rates()[0];
  const Copy copy{Millis{0}, Millis{1}};
  for (const int each : stages) {
    instance.jobs.push_back(test::make_job({}, copy, 1, copy, each, 0, 0));
  }
  return instance;
}

TEST(SlotGates, ArePlannedByTask) {
  EXPECT_EQ(plan_gates(of_stages({7, 7, 7}), Slots{2, 0, 1}, {}, Slots{1, 2, 2}),
            (std::vector<Gate>{{.d2h = 2, .h2d = 0}, {.d2h = 0, .h2d = 1}}));
}

TEST(SlotGates, BehindWhatHasEndedOrOfMissingCopiesAreNone) {
  EXPECT_TRUE(plan_gates(of_stages({7, 7}), Slots{1, 0}, {}, Slots{0, 0}).empty());
  EXPECT_TRUE(plan_gates(of_stages({3, 7}), Slots{0, 1}, {}, Slots{1, 1}).empty()) << "no D2H";
  EXPECT_TRUE(plan_gates(of_stages({7, 6}), Slots{0, 1}, {}, Slots{1, 1}).empty()) << "no H2D";
  EXPECT_TRUE(plan_gates(of_stages({7, 7}), Slots{0, 1}, {}, {}).empty());
}

TEST(SlotGates, OfALaterRoundAreNone) {
  const Slots rounds{2, 2};
  EXPECT_EQ(plan_gates(of_stages({7, 7, 7, 7}), Slots{0, 1, 2, 3}, rounds, Slots{1, 2, 3, 3}),
            (std::vector<Gate>{{.d2h = 0, .h2d = 1}, {.d2h = 2, .h2d = 3}}));
}

// Task 3 comes after task 1: its H2D, and those behind it, wait for the D2H of slot 1, and so for that of slot 0.
TEST(SlotGates, ThatCouldNeverOpenAreNone) {
  Instance instance = of_stages({7, 7, 7, 7, 7});
  instance.precedence = {{.before = 1, .after = 3}};
  EXPECT_TRUE(plan_gates(instance, Slots{0, 1, 2, 3, 4}, {}, Slots{3, 4, 2, 3, 4}).empty());
  EXPECT_EQ(plan_gates(instance, Slots{0, 1, 2, 3, 4}, {}, Slots{2, 2, 4, 4, 4}).size(), 4);
}

// Every simulation ends, and nothing is worth less than its gates are in a plan.
RC_GTEST_PROP(SlotGates, NeverLockUp, ()) {
  Instance instance = *test::instance(*test::any_family(), 8);
  const auto size = static_cast<std::uint32_t>(instance.size());
  for (std::uint32_t after = 1; after < size; ++after) {
    if (*rc::gen::inRange(0, 3) == 0) {
      instance.precedence.push_back({.before = *rc::gen::inRange(0U, after), .after = after});
    }
  }
  if (*rc::gen::arbitrary<bool>()) {
    instance.memory = {4};
    for (std::uint32_t task = 0; task < size; ++task) {
      instance.footprints.push_back({*rc::gen::inRange(0, 5)});
    }
  }
  Slots gates;
  for (std::uint32_t slot = 0; slot < size; ++slot) {
    gates.push_back(*rc::gen::inRange(0U, size));
  }
  Plan plan = plan_of(instance, test::order_of(size));
  plan.gates = plan_gates(instance, plan.order, plan.rounds, gates);
  RC_CLASSIFY(!plan.gates.empty(), "gates");
  RC_ASSERT(tied(Evaluator(instance).cost(plan.order, gates), event_makespan(instance, plan)));
}

}  // namespace
}  // namespace warpshop::evaluate
