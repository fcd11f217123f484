// One kernel at a time: each rule on kernels of which the answer is worked out by hand, then all of them against a
// judge that goes in small steps.
#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/evaluate/evaluate.hpp"
#include "sim/share/share_policies.hpp"
#include "tests/support/planned_by.hpp"
#include "tests/support/sharing.hpp"

namespace warpshop::share {
namespace {

struct Arrival {
  double release = 0;
  std::int64_t subtasks = 1;
  double due = 1e9;
};

/// Kernels of many short rounds on titanx, evicted at once.
Instance arriving(const std::vector<Arrival>& all) {
  Device device = test::device_of_subtasks("titanx");
  for (auto& [name, kernel] : device.kernels) {
    kernel.eviction = Millis{0};
  }
  std::vector<test::Grid> grids;
  for (const Arrival& each : all) {
    grids.push_back({"va", each.subtasks});
  }
  Instance instance = test::grids_on(device, grids);
  for (std::size_t i = 0; i < all.size(); ++i) {
    instance.jobs[i].release = Millis{all[i].release};
    instance.due.push_back(Millis{all[i].due});
  }
  return instance;
}

std::vector<double> ends(const std::string& policy, const Instance& instance, const std::vector<double>& numbers = {}) {
  const Planned planned = test::planned_by(policy, instance, numbers);
  std::vector<double> ends(instance.size());
  for (const Interval& interval : evaluate::timeline(instance, planned.plan).intervals) {
    ends[interval.task] = std::max(ends[interval.task], interval.end.count());
  }
  return ends;
}

std::vector<std::size_t> order_of(const std::vector<double>& ends) {
  std::vector<std::size_t> order(ends.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    order[i] = i;
  }
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return ends[a] < ends[b]; });
  return order;
}

using Order = std::vector<std::size_t>;

TEST(OneAtATime, TheShortestGoesFirstButInterruptsNobody) {
  const Instance instance = arriving({{0, 100'000}, {0.01, 40'000}, {0.01, 20'000}});
  EXPECT_EQ(order_of(ends("sjf", instance)), (Order{0, 2, 1}));
}

TEST(OneAtATime, TheShortestRestInterrupts) {
  const Instance instance = arriving({{0, 100'000}, {0.01, 40'000}, {0.01, 20'000}});
  EXPECT_EQ(order_of(ends("srt", instance)), (Order{2, 1, 0}));
}

TEST(OneAtATime, TheEarliestDeadlineInterrupts) {
  const Instance instance = arriving({{0, 100'000}, {0.01, 20'000, 60}, {0.01, 40'000, 50}});
  EXPECT_EQ(order_of(ends("edf", instance)), (Order{2, 1, 0}));
}

TEST(OneAtATime, TurnsAreShared) {
  const Instance instance = arriving({{0, 40'000}, {0, 40'000}, {0, 40'000}});
  const double alone = instance.jobs[0].kernel.count();
  for (const std::string policy : {"rr", "cfs", "frs"}) {
    const std::vector<double> found = ends(policy, instance, {alone / 20});
    for (const double end : found) {
      EXPECT_GT(end, 2.7 * alone) << policy;
      EXPECT_LT(end, 3.2 * alone) << policy;
    }
  }
}

TEST(OneAtATime, ANewcomerIsServedNoMoreThanThoseThatWereThere) {
  // Halfway through the first two a third one comes: all three are served alike from then on.
  const Instance alone = arriving({{0, 40'000}});
  const double time = alone.jobs[0].kernel.count();
  const Instance instance = arriving({{0, 40'000}, {0, 40'000}, {time, 40'000}});
  const std::vector<double> found = ends("cfs", instance, {time / 40});
  EXPECT_NEAR(found[0] / time, 2.5, 0.15);
  EXPECT_NEAR(found[2] / time, 3, 0.15);
}

TEST(OneAtATime, WhoeverWouldBeSlowedDownMostGoesNext) {
  // A short kernel beside a long one is slowed down most: it goes at the next quantum.
  const Instance alone = arriving({{0, 100'000}, {0, 5'000}});
  const double quantum = alone.jobs[0].kernel.count() / 50;
  const Instance instance = arriving({{0, 100'000}, {quantum / 2, 5'000}});
  const std::vector<double> found = ends("frs", instance, {quantum});
  EXPECT_LT(found[1], 1.2 * (quantum + 2 * alone.jobs[1].kernel.count()));
}

/// Starts of kernels, each of which holds the GPU in one piece or several, in order.
std::vector<std::uint32_t> turns(const std::string& policy, const Instance& instance, double quantum) {
  std::vector<Residency> held =
      evaluate::timeline(instance, test::planned_by(policy, instance, {quantum}).plan).residencies;
  std::sort(held.begin(), held.end(), [](const Residency& a, const Residency& b) { return a.start < b.start; });
  std::vector<std::uint32_t> turns;
  for (const Residency& each : held) {
    if (turns.empty() || turns.back() != each.task) {
      turns.push_back(each.task);
    }
  }
  return turns;
}

TEST(OneAtATime, WhoHasHadItsTurnIsBehindAllOthers) {
  const double time = arriving({{0, 40'000}}).jobs[0].kernel.count();
  // The second and the third come in the first turn, and go before the first has its next one.
  const Instance instance = arriving({{0, 40'000}, {time / 20, 12'000}, {time / 15, 12'000}});
  const std::vector<std::uint32_t> found = turns("rr", instance, time / 5);
  ASSERT_GE(found.size(), 4U);
  EXPECT_EQ(std::vector(found.begin(), found.begin() + 4), (std::vector<std::uint32_t>{0, 1, 2, 0}));
}

TEST(OneAtATime, ATurnBeginsWhenThoseBeforeHaveLeft) {
  // One round of all SMs, longer than many quanta: those that wait go in their order, however many went by.
  Instance instance = arriving({{0, 28 * 8}, {0.001, 28 * 8}, {0.002, 28 * 8}, {0.003, 28 * 8}});
  instance.work[0].length *= 1000;
  instance.jobs[0].kernel *= 1000;
  EXPECT_EQ(turns("rr", instance, instance.jobs[0].kernel.count() / 7.3), (std::vector<std::uint32_t>{0, 1, 2, 3}));
}

TEST(OneAtATime, ANewcomerBeginsWithWhatTheLeastServedHasByThen) {
  // The first has been served for nearly a quantum when the second comes: these two are even, and take turns.
  const double time = arriving({{0, 40'000}}).jobs[0].kernel.count();
  const Instance instance = arriving({{0, 40'000}, {0.19 * time, 40'000}});
  const std::vector<double> found = ends("cfs", instance, {0.2 * time});
  EXPECT_NEAR(found[0] / time, 1.8, 0.05);
  EXPECT_NEAR(found[1] / time, 2, 0.05);
}

TEST(OneAtATime, KernelsNeverOverlapAndNoWorkIsLost) {
  std::mt19937 random(7);
  for (const std::string policy : {"sjf", "srt", "rr", "cfs", "frs", "edf"}) {
    for (int draw = 0; draw < 8; ++draw) {
      std::vector<Arrival> all;
      for (int i = 0; i < 5; ++i) {
        all.push_back({.release = static_cast<double>(random() % 40) / 10,
                       .subtasks = static_cast<std::int64_t>(random() % 40'000) + 1,
                       .due = static_cast<double>(random() % 30)});
      }
      const Instance instance = arriving(all);
      const Planned planned = test::planned_by(policy, instance);
      const Timeline timeline = evaluate::timeline(instance, planned.plan);
      std::vector<double> done(all.size());
      for (const Residency& one : timeline.residencies) {
        done[one.task] += one.subtasks;
      }
      double busy = 0;
      for (std::size_t i = 0; i < all.size(); ++i) {
        EXPECT_NEAR(done[i], static_cast<double>(instance.work[i].subtasks), 1e-6 * done[i] + 1e-6) << policy;
        busy += instance.jobs[i].kernel.count();
      }
      EXPECT_LT(timeline.makespan.count(), 4.1 + 1.3 * busy) << policy;
    }
  }
}

}  // namespace
}  // namespace warpshop::share
