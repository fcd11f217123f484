// S5 figure 2.5: two streams of kernels, A B C D and E F G, on one hardware queue and on two.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/evaluate/evaluate.hpp"
#include "sim/share/share_policies.hpp"
#include "tests/support/sharing.hpp"

namespace warpshop::share {
namespace {

/// Seven kernels of one CTA each, which leave room for any other; A B C D and E F G, each after the one before it.
Instance two_streams() {
  Instance instance = test::grids_on(test::device_of_subtasks("titanx"), std::vector<test::Grid>(7, {"pf", 1}));
  instance.precedence = {{0, 1}, {1, 2}, {2, 3}, {4, 5}, {5, 6}};
  return instance;
}

/// When each kernel starts, in units of what one takes.
std::vector<int> starts(const Instance& instance, double queues) {
  const Planned planned = leftover(instance, {.split = {queues}});
  std::vector<int> starts(instance.size());
  for (const Interval& kernel : evaluate::timeline(instance, planned.plan).intervals) {
    starts[kernel.task] = static_cast<int>(kernel.start / instance.jobs[0].kernel + 0.5);
  }
  return starts;
}

TEST(HardwareQueues, OneHoldsTheSecondStreamBackUntilTheLastKernelOfTheFirst) {
  EXPECT_EQ(starts(two_streams(), 1), (std::vector{0, 1, 2, 3, 3, 4, 5}));
}

TEST(HardwareQueues, TwoLetBothStreamsRunBesideEachOther) {
  EXPECT_EQ(starts(two_streams(), 2), (std::vector{0, 1, 2, 3, 0, 1, 2}));
}

TEST(HardwareQueues, HoldNobodyUpWhoFollowsInAnotherStream) {
  // 1 and 2 both come after 0, 3 after both: 2 is not behind 1, though all are joined.
  Instance instance = two_streams();
  instance.precedence = {{0, 1}, {0, 2}, {1, 3}, {2, 3}};
  EXPECT_EQ(starts(instance, 32), (std::vector{0, 1, 1, 2, 0, 0, 0}));
}

TEST(HardwareQueues, KeepChainsThatTheWorkloadListsBackwards) {
  Instance instance = two_streams();
  instance.precedence = {{3, 2}, {2, 1}, {1, 0}, {6, 5}, {5, 4}};
  EXPECT_EQ(starts(instance, 1), (std::vector{3, 2, 1, 0, 5, 4, 3}));
}

}  // namespace
}  // namespace warpshop::share
