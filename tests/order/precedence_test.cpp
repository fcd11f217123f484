#include "sim/order/precedence.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/support/instances.hpp"

namespace warpshop::order {
namespace {

Instance instance_of(std::size_t size, std::vector<Precedence> precedence) {
  Instance instance;
  instance.jobs.resize(size);
  instance.precedence = std::move(precedence);
  return instance;
}

TEST(Feasible, LeavesAnOrderAloneThatKeepsPrecedence) {
  EXPECT_EQ(feasible(instance_of(3, {}), {2, 0, 1}), (Order{2, 0, 1}));
  EXPECT_EQ(feasible(instance_of(3, {{0, 1}}), {2, 0, 1}), (Order{2, 0, 1}));
}

TEST(Feasible, TakesAlwaysTheFirstWhosePredecessorsHaveGone) {
  EXPECT_EQ(feasible(instance_of(4, {{0, 1}}), {1, 2, 3, 0}), (Order{2, 3, 0, 1}));
  EXPECT_EQ(feasible(instance_of(4, {{0, 1}, {3, 0}}), {1, 0, 3, 2}), (Order{3, 0, 1, 2}));
}

TEST(Eligibility, FollowsWhatGoesAndComesBack) {
  Eligibility eligibility(instance_of(3, {{0, 2}, {1, 2}}));
  EXPECT_TRUE(eligibility.eligible(0));
  EXPECT_FALSE(eligibility.eligible(2));
  eligibility.take(0);
  EXPECT_FALSE(eligibility.eligible(2));
  eligibility.take(1);
  EXPECT_TRUE(eligibility.eligible(2));
  eligibility.give_back(1);
  EXPECT_FALSE(eligibility.eligible(2));
}

TEST(InsertionWindows, SeeWhatTasksOutsideTheSequenceLieBetween) {
  // 0 before 1 before 2; 1 is not there yet.
  const InsertionWindows windows(instance_of(4, {{0, 1}, {1, 2}}));
  const Order sequence{3, 0};
  EXPECT_EQ(windows.of(2, sequence).first, 2U);
  EXPECT_EQ(windows.of(2, sequence).last, 2U);
  const Order behind{2, 3};
  EXPECT_EQ(windows.of(0, behind).first, 0U);
  EXPECT_EQ(windows.of(0, behind).last, 0U);
}

RC_GTEST_PROP(InsertionWindows, LeadToOrdersThatKeepPrecedenceAndAreThere, ()) {
  Instance instance = instance_of(static_cast<std::size_t>(*rc::gen::inRange(1, 9)), {});
  instance = test::demanding(instance, {.precedence = true});
  const InsertionWindows windows(instance);
  Order sequence;
  for (std::uint32_t task = 0; task < instance.size(); ++task) {
    const Window window = windows.of(task, sequence);
    RC_ASSERT(window.first <= window.last && window.last <= sequence.size());
    const auto position = *rc::gen::inRange(window.first, window.last + 1);
    sequence.insert(sequence.begin() + static_cast<std::ptrdiff_t>(position), task);
  }
  RC_ASSERT(feasible(instance, sequence) == sequence);
}

}  // namespace
}  // namespace warpshop::order
