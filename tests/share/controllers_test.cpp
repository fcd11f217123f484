// The controllers of the ways of sharing, told by hand what there is.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/share/clients.hpp"
#include "sim/share/sampler.hpp"
#include "sim/share/share_policies.hpp"
#include "sim/share/sm_split.hpp"
#include "tests/support/planned_by.hpp"
#include "tests/support/sharing.hpp"

namespace warpshop::share {
namespace {

constexpr std::uint32_t kSms = 28;

/// Five kernels on a Titan X: memory-bound, compute-bound, memory-bound, compute-bound, and one that shares with
/// nobody.
Instance five_kernels() {
  static const Instance prepared = [] {
    Instance instance = test::grids_on(test::device_of_subtasks("titanx"),
                                       {{"va", 90'000}, {"mm", 9'000}, {"bs", 90'000}, {"pf", 9'000}, {"va", 90'000}});
    instance.work[4] = {};
    return instance;
  }();
  return prepared;
}

/// A run of a policy's plan.
class Driven {
 public:
  Driven(const Instance& instance, const std::string& policy, const std::vector<double>& split = {},
         const Pairing& pairing = {})
      : instance_(instance) {
    share_ = *test::planned_by(policy, instance_, split, {.pairing = pairing}).plan.share;
    controller_ = share_.start(instance_, share_);
  }

  /// Running kernels hold what they were given.
  std::map<std::uint32_t, Allocation> at(double now, const std::vector<std::uint32_t>& ready,
                                         const std::vector<Running>& running = {}) {
    Observation seen{.now = Millis{now}, .ready = ready, .running = running};
    std::copy_if(ready.begin(), ready.end(), std::back_inserter(seen.issued),
                 [&](std::uint32_t task) { return issued_.insert(task).second; });
    for (Running& kernel : seen.running) {
      kernel.subtasks = instance_.work[kernel.task].subtasks;
      if (kernel.held.empty() && !kernel.asked.empty()) {
        kernel.held = kernel.asked;
      }
    }
    const Decision decision = controller_(seen);
    wake_at = decision.wake_at.count();
    std::map<std::uint32_t, Allocation> given;
    for (const auto& [task, allocation] : decision.allocations) {
      EXPECT_TRUE(given.emplace(task, allocation).second) << "task " << task << " twice";
    }
    return given;
  }
  const Share& share() const { return share_; }

  double wake_at = 0;

 private:
  Instance instance_;
  Share share_;
  Controller controller_;
  std::set<std::uint32_t> issued_;
};

using Given = std::map<std::uint32_t, Allocation>;

Allocation on_every_sm(std::uint32_t ctas) {
  return {{.first = 0, .sms = kSms, .ctas = ctas}};
}
Running with(std::uint32_t task, const Allocation& asked, std::int64_t done = 0) {
  Running kernel;
  kernel.task = task;
  kernel.asked = asked;
  kernel.done = done;
  return kernel;
}
const double kNotWoken = kNoWake.count();

TEST(SequentialController, StartsTheLongestReadyWhenNobodyRuns) {
  Driven driven(five_kernels(), "sequential");
  EXPECT_EQ(driven.at(0, {3, 0}), (Given{{3, all_on(0, kSms)}}));
  EXPECT_EQ(driven.at(1, {0}, {with(3, all_on(0, kSms))}), Given{});
  EXPECT_EQ(driven.wake_at, kNotWoken);
}

TEST(LeftoverController, GivesEverybodyEverything) {
  Driven driven(five_kernels(), "leftover");
  EXPECT_EQ(driven.at(0, {3, 0}), (Given{{0, on_every_sm(kAllThatFit)}, {3, on_every_sm(kAllThatFit)}}));
}

// Kernels that keep what they have are not named.
TEST(TimesliceController, ClientsTakeTurns) {
  Instance instance = five_kernels();
  instance.families = {1, 2, 1, 0, 3};  // tasks 0 and 2 are of one process, the fourth is one of its own
  instance.family_setup = Millis{0.5};
  Driven driven(instance, "timeslice", {2, 0});
  EXPECT_EQ(driven.share().leaving, Leaving::swap);
  const Allocation all = all_on(0, kSms);
  EXPECT_EQ(driven.at(0, {0, 1, 2}), (Given{{0, all}, {2, all}}));
  EXPECT_EQ(driven.wake_at, 2);
  // The context changes, which takes 0.5 ms.
  EXPECT_EQ(driven.at(2, {1}, {with(0, all), with(2, all)}), (Given{{0, {}}, {2, {}}}));
  EXPECT_EQ(driven.wake_at, 2.5);
  EXPECT_EQ(driven.at(2.5, {1}, {with(0, {}), with(2, {})}), (Given{{1, all}}));
  EXPECT_EQ(driven.wake_at, 4.5);
  // One that comes takes its turn last; one that has ended gives its own away.
  EXPECT_EQ(driven.at(3, {3}, {with(0, {}), with(2, {}), with(1, all)}), Given{});
  EXPECT_EQ(driven.wake_at, 4.5);
  EXPECT_EQ(driven.at(4, {3}, {with(0, {}), with(2, {})}), Given{});
  EXPECT_EQ(driven.wake_at, 4.5);
  EXPECT_EQ(driven.at(4.5, {3}, {with(0, {}), with(2, {})}), (Given{{0, all}, {2, all}}));
  EXPECT_EQ(driven.wake_at, 6.5);
  // Alone, nobody is waited for.
  EXPECT_EQ(driven.at(6.5, {3}, {with(0, all), with(2, all)}), (Given{{0, {}}, {2, {}}}));
  EXPECT_EQ(driven.at(7, {3}, {with(0, {}), with(2, {})}), (Given{{3, all}}));
  EXPECT_EQ(driven.at(8, {}, {with(0, {}), with(2, {})}), Given{});
  EXPECT_EQ(driven.wake_at, 8.5);
  EXPECT_EQ(driven.at(8.5, {}, {with(0, {}), with(2, {})}), (Given{{0, all}, {2, all}}));
  EXPECT_EQ(driven.wake_at, kNotWoken);
}

TEST(MpsController, LimitsLieOneBehindTheOther) {
  Driven driven(five_kernels(), "mps", {50, 75, 1, 100});
  const Given given = driven.at(0, {0, 1, 2, 3, 4});
  EXPECT_EQ(given.at(0), all_on(0, 14));
  EXPECT_EQ(given.at(1), (Allocation{all_on(0, 7).front(), all_on(14, 14).front()}));
  EXPECT_EQ(given.at(2), all_on(7, 1));  // one SM at least
  EXPECT_EQ(given.at(3), (Allocation{all_on(0, 8).front(), all_on(8, 20).front()}));
  EXPECT_EQ(given.at(4), all_on(8, 14));  // from the first again
}

TEST(MpsController, WhatAfterJoinsIsOneClient) {
  Instance instance = five_kernels();
  instance.precedence = {{.before = 0, .after = 2}, {.before = 2, .after = 3}};
  Driven driven(instance, "mps", {50, 25, 25});
  const Given given = driven.at(0, {0, 1, 2, 3, 4});
  EXPECT_EQ(given.at(0), all_on(0, 14));
  EXPECT_EQ(given.at(2), all_on(0, 14));
  EXPECT_EQ(given.at(3), all_on(0, 14));
  EXPECT_EQ(given.at(1), all_on(14, 7));
  EXPECT_EQ(given.at(4), all_on(21, 7));
}

TEST(Clients, AreFamiliesAndWhatAfterJoinsOfTheOthers) {
  Instance instance = five_kernels();
  instance.families = {0, 1, 0, 1, 0};
  instance.precedence = {{.before = 0, .after = 1}, {.before = 1, .after = 2}, {.before = 2, .after = 4}};
  const Clients clients(instance);
  EXPECT_EQ(clients.of(1), clients.of(3));
  EXPECT_EQ(clients.of(2), clients.of(4));
  EXPECT_NE(clients.of(0), clients.of(2)) << "a family between them joins nothing";
  EXPECT_EQ(clients.all(), (std::vector<std::uint32_t>{clients.of(0), clients.of(1), clients.of(2)}));
}

TEST(MigController, ClientsGoToTheInstanceWithFewest) {
  Device device = test::device_of_subtasks("titanx");
  test::make_a100(device);
  Instance instance = test::grids_on(device, {{"va", 90}, {"va", 90}, {"va", 90}, {"va", 90}, {"va", 90}});
  instance.families = {0, 1, 0, 0, 1};
  Driven driven(instance, "mig", {3, 2, 2});
  const std::vector<MemoryPartition> cut{{0, 42, 0.5, "3g", 3}, {42, 28, 0.25, "2g", 2}, {70, 28, 0.25, "2g", 2}};
  EXPECT_EQ(driven.share().partitions, cut);
  const Given given = driven.at(0, {0, 1, 2, 3, 4});
  EXPECT_EQ(
      given,
      (Given{{0, all_on(0, 42)}, {1, all_on(42, 28)}, {2, all_on(70, 28)}, {3, all_on(0, 42)}, {4, all_on(42, 28)}}));
  // A client stays where it is.
  EXPECT_EQ(driven.at(1, {4}), (Given{{4, all_on(42, 28)}}));
}

TEST(SpartController, SharesAreEqualInWholeSms) {
  Driven driven(five_kernels(), "spart");
  EXPECT_EQ(driven.at(0, {0, 1, 2}), (Given{{0, all_on(0, 9)}, {1, all_on(9, 9)}, {2, all_on(18, 10)}}));
  EXPECT_EQ(driven.at(1, {}, {with(0, all_on(0, 9)), with(2, all_on(18, 10))}),
            (Given{{0, all_on(0, 14)}, {2, all_on(14, 14)}}));
}

TEST(SpartController, OneThatSharesWithNobodyWaitsAndIsWaitedFor) {
  Driven driven(five_kernels(), "spart");
  EXPECT_EQ(driven.at(0, {0, 4, 1}), (Given{{0, all_on(0, kSms)}}));
  EXPECT_EQ(driven.at(1, {4, 1}), (Given{{4, all_on(0, kSms)}}));
  EXPECT_EQ(driven.at(2, {1}, {with(4, all_on(0, kSms))}), (Given{{4, all_on(0, kSms)}}));
}

TEST(SmtController, PairsThoseOfDifferentCategories) {
  Driven driven(five_kernels(), "smt", {20});
  EXPECT_EQ(driven.at(0, {0, 2, 3}), (Given{{0, all_on(0, 20)}, {3, all_on(20, 8)}}));
  // The survivor stays, and is the first of the next pair.
  EXPECT_EQ(driven.at(1, {2}, {with(3, all_on(20, 8))}), (Given{{2, all_on(20, 8)}, {3, all_on(0, 20)}}));
  EXPECT_EQ(driven.at(2, {}, {with(3, all_on(0, 20))}), (Given{{3, all_on(0, kSms)}}));
}

TEST(SmkController, OneThatSharesWithNobodyRunsAlone) {
  Driven driven(five_kernels(), "smk", {3, 5});
  EXPECT_EQ(driven.at(0, {0, 4}), (Given{{0, on_every_sm(kAllThatFit)}}));
  EXPECT_EQ(driven.at(1, {4, 1}, {with(0, on_every_sm(kAllThatFit))}),
            (Given{{0, on_every_sm(3)}, {1, on_every_sm(5)}}));
}

/// Kernels of 8 CTAs on an SM at most, of which 8 fit together: (1,7) … (7,1).
TEST(FlexschedController, WalksOnceASplitIsLoaded) {
  Driven driven(five_kernels(), "flexsched", {1});
  EXPECT_EQ(driven.at(0, {0, 1}).at(0).front().ctas, 7U);  // it held nothing: all that a split gives it
  const Allocation seven = on_every_sm(7);
  const Allocation one = on_every_sm(1);
  const Allocation six = on_every_sm(6);
  const Allocation two = on_every_sm(2);
  // Still draining: looked at again after a tenth of the window.
  Running first = with(0, seven);
  first.held = on_every_sm(8);
  EXPECT_EQ(driven.at(0.5, {}, {first, with(1, one)}), (Given{{0, seven}, {1, one}}));
  EXPECT_DOUBLE_EQ(driven.wake_at, 0.6);
  // Loaded: the window.
  EXPECT_EQ(driven.at(0.6, {}, {with(0, seven, 100), with(1, one, 10)}), (Given{{0, seven}, {1, one}}));
  EXPECT_DOUBLE_EQ(driven.wake_at, 1.6);
  EXPECT_EQ(driven.at(1, {2}, {with(0, seven, 140), with(1, one, 11)}).size(), 2U);  // it waits
  EXPECT_EQ(driven.at(1.6, {2}, {with(0, seven, 200), with(1, one, 20)}), (Given{{0, six}, {1, two}}));
  EXPECT_EQ(driven.at(1.7, {2}, {with(0, six, 210), with(1, two, 22)}), (Given{{0, six}, {1, two}}));
  // Each at 0.9 of what it did before: back, and stay.
  EXPECT_EQ(driven.at(2.7, {2}, {with(0, six, 300), with(1, two, 31)}), (Given{{0, seven}, {1, one}}));
  EXPECT_EQ(driven.wake_at, kNotWoken);
}

TEST(FlexschedLatencyController, AnUrgentKernelTakesThePlaceOfTheLast) {
  Instance instance = five_kernels();
  instance.weights = {1, 1, 1, 2, 1};
  instance.work[3].subtasks *= 1000;  // long enough that a window in which it is late can be made up
  instance.jobs[3].kernel *= 1000;
  Driven driven(instance, "flexsched-latency", {0.2, 1});
  const Given pair = driven.at(0, {0, 1});
  const Given given = driven.at(1, {2, 3}, {with(0, pair.at(0)), with(1, pair.at(1))});
  EXPECT_EQ(given, (Given{{0, on_every_sm(1)}, {1, {}}, {3, on_every_sm(7)}}));
  // Two windows in which it has all the progress that it needs: a CTA goes to the other.
  const auto step = [&](double now, const Given& holds, std::int64_t done) {
    return driven.at(now, {2}, {with(0, holds.at(0)), with(1, {}), with(3, holds.at(3), done)});
  };
  const auto enough = static_cast<std::int64_t>(progress_alone(instance, 3));
  const Given then = step(2, given, 0);
  EXPECT_EQ(then.at(3), on_every_sm(7));
  const Given less = step(3, then, enough);
  EXPECT_EQ(less, (Given{{0, on_every_sm(2)}, {3, on_every_sm(6)}}));
  step(3.1, less, enough);
  // And one in which it has not: back.
  const Given back = step(4.1, less, enough + enough / 2);
  EXPECT_EQ(back, (Given{{0, on_every_sm(1)}, {3, on_every_sm(7)}}));
  // It is looked at again before what is left of it would no longer end in time alone.
  EXPECT_GT(driven.wake_at, 4.1);
  EXPECT_LT(driven.wake_at, 1 + instance.jobs[3].kernel.count() / 0.8);
  // When it has ended, the one that made room goes on before others start.
  const Given after = driven.at(5, {2}, {with(0, on_every_sm(1)), with(1, {})});
  EXPECT_TRUE(after.contains(1));
  EXPECT_FALSE(after.contains(2));
}

TEST(Sampler, LooksEverLessOftenForWhatIsNotLoaded) {
  Sampler sampler(Millis{1});
  const PairSplit split{.first = on_every_sm(1), .second = on_every_sm(7)};
  const Running none = with(0, {});
  Millis now{0};
  int looks = 0;
  for (; now < Millis{1e9}; now = sampler.wake_at()) {
    EXPECT_FALSE(sampler.sample(now, split, none, none));
    ASSERT_GT(sampler.wake_at(), now);
    ASSERT_LT(++looks, 300);
  }
}

TEST(Sampler, CountsOverItsWindow) {
  Sampler sampler(Millis{2});
  const PairSplit split{.first = on_every_sm(1), .second = on_every_sm(7)};
  const auto running = [&](std::int64_t first, std::int64_t second, Millis now) {
    Running one = with(0, split.first, first);
    Running other = with(1, split.second, second);
    one.held = one.asked;
    other.held = other.asked;
    return sampler.sample(now, split, one, other);
  };
  EXPECT_FALSE(running(10, 100, Millis{5}));
  EXPECT_EQ(sampler.wake_at(), Millis{7});
  EXPECT_FALSE(running(11, 105, Millis{6}));
  const auto progress = running(14, 200, Millis{7});
  ASSERT_TRUE(progress);
  EXPECT_EQ(*progress, (Progress{2, 50}));
  // A time so late that a window is nothing beside it.
  EXPECT_FALSE(running(14, 200, Millis{1e17}));
  EXPECT_GT(sampler.wake_at(), Millis{1e17});
}

/// 0 with any of 1 … 3, of which 3 is urgent.
TEST(GivenPairController, DoesNotLetTheUrgentDisplaceOrJoinWhatItIsNotPairedWith) {
  Instance instance = five_kernels();
  instance.weights = {1, 1, 1, 2, 1};
  const Pairing pairing{.partner = Partner::given,
                        .given = {{.one = {.first = 0, .count = 1}, .other = {.first = 1, .count = 3}}}};
  Driven driven(instance, "flexsched-latency", {0.2, 1}, pairing);
  const Given both = driven.at(0, {0, 1});
  ASSERT_EQ(both.size(), 2U);
  EXPECT_EQ(driven.at(0.5, {3}, {with(0, both.at(0)), with(1, both.at(1))}), both);
  // Neither does another join before it.
  const Given alone{{1, on_every_sm(kAllThatFit)}};
  EXPECT_EQ(driven.at(1, {0, 3}, {with(1, both.at(1))}), alone);
  EXPECT_EQ(driven.at(2, {3, 2}), (Given{{3, on_every_sm(kAllThatFit)}}));
}

TEST(GivenPairController, WaitsForWhatIsStillLeaving) {
  Instance instance = five_kernels();
  instance.weights = {2, 1, 1, 2, 1};
  const Pairing pairing{.partner = Partner::given,
                        .given = {{.one = {.first = 0, .count = 1}, .other = {.first = 1, .count = 1}}}};
  Driven driven(instance, "flexsched-latency", {0.2, 1}, pairing);
  Running leaving = with(1, {}, 10);
  leaving.held = on_every_sm(2);
  EXPECT_EQ(driven.at(1, {3}, {leaving}), (Given{{1, on_every_sm(kAllThatFit)}}));
  leaving.held.clear();
  EXPECT_EQ(driven.at(1, {3}, {leaving}), (Given{{3, on_every_sm(kAllThatFit)}}));
}

}  // namespace
}  // namespace warpshop::share
