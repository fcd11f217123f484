// Reservations and quotas in slices of SMs (S3): who is granted what, event by event.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/evaluate/events/shared/shared_simulation.hpp"
#include "sim/model/whole_gpu.hpp"
#include "tests/support/planned_by.hpp"
#include "tests/support/sharing.hpp"

namespace warpshop::share {
namespace {

/// What a client asks for: SMs, of kernels of which an SM holds so many CTAs.
struct CapsmAsks {
  std::int64_t per_sm = 1;
  std::optional<double> reservation = {}, quota = {};
  std::uint32_t streams = 1;
};

SmAmount sm_amount(double sms) {
  return {std::llround(sms * SmAmount::kOneSm)};
}

/// A client a kernel of 1000 subtasks, on a GPU of so many SMs; of several streams one kernel each.
Instance capsm_instance(std::uint32_t sms, const std::vector<CapsmAsks>& asks) {
  std::vector<test::Grid> grids;
  for (const CapsmAsks& each : asks) {
    for (std::uint32_t stream = 0; stream < each.streams; ++stream) {
      grids.push_back({"va", 1000});
    }
  }
  Instance instance = test::grids_on(test::device_of_subtasks("titanx"), grids);
  SmModel& sm = instance.chip->sm;
  sm.count = sms;
  constexpr std::int64_t kRoom = 32;  // so that `per_sm` alone says how many there are on an SM
  sm.threads *= kRoom;
  sm.registers *= kRoom;
  sm.shared_memory.count *= kRoom;
  sm.ctas *= kRoom;
  instance.clients.horizon = Millis{100};
  std::uint32_t task = 0;
  for (const CapsmAsks& each : asks) {
    Client client{.name = std::string(1, static_cast<char>('a' + instance.clients.all.size())),
                  .tasks = {task, each.streams},
                  .streams = each.streams,
                  .arrivals = ArrivalsAtOnce{each.streams}};
    client.kind = each.reservation ? ClientClass::online : ClientClass::offline;
    client.reservation = each.reservation ? std::optional(sm_amount(*each.reservation)) : std::nullopt;
    client.quota = each.quota ? std::optional(sm_amount(*each.quota)) : std::nullopt;
    for (std::uint32_t stream = 0; stream < each.streams; ++stream, ++task) {
      NamedKernel kernel = instance.kernels[instance.work[task].kernel];
      kernel.model.cta->per_sm = each.per_sm;
      instance.work[task].kernel = static_cast<std::uint32_t>(instance.kernels.size());
      instance.kernels.push_back(kernel);
    }
    instance.clients.all.push_back(client);
  }
  return instance;
}

using GrantedCtas = std::vector<std::uint32_t>;  // by SM

/// A GPU on which CTAs come as soon as they are asked for, and leave at once, or when they are let.
class CapsmGpu {
 public:
  explicit CapsmGpu(const Instance& instance)
      : sms_(sms_of(instance)),
        share_("capsm", *find_in(policies(), "capsm")->sharing),
        controller_(find_in(policies(), "capsm")->sharing->start(instance, share_)) {}

  /// These could start, beside those that already could.
  void ready(const std::vector<std::uint32_t>& tasks) {
    ready_.insert(ready_.end(), tasks.begin(), tasks.end());
    ask();
  }
  void end(std::uint32_t task) {
    running_.erase(std::find(running_.begin(), running_.end(), task));
    asked_.erase(task);
    held_.erase(task);
    ask();
  }
  /// From now on CTAs that are told to leave do not until they are let.
  void hold() { holds_ = true; }
  void let_leave() {
    holds_ = false;
    held_ = asked_;
    ask();
  }
  GrantedCtas asked(std::uint32_t task) const { return asked_.count(task) > 0 ? asked_.at(task) : GrantedCtas(sms_); }
  std::uint32_t ctas(std::uint32_t task) const {
    std::uint32_t sum = 0;
    for (const std::uint32_t each : asked(task)) {
      sum += each;
    }
    return sum;
  }
  const std::vector<std::uint32_t>& kept_waiting() const { return kept_waiting_; }

 private:
  static Allocation ranges(const GrantedCtas& ctas) {
    Allocation ranges;
    for (std::uint32_t sm = 0; sm < ctas.size(); ++sm) {
      if (ctas[sm] > 0) {
        ranges.push_back({.first = sm, .sms = 1, .ctas = ctas[sm]});
      }
    }
    return ranges;
  }
  void ask() {
    for (bool changed = true; changed;) {
      changed = false;
      Observation seen;
      seen.ready = ready_;
      for (const std::uint32_t task : running_) {
        GrantedCtas stays = held_[task];
        for (std::uint32_t sm = 0; sm < sms_; ++sm) {
          stays[sm] = std::min(stays[sm], asked_[task][sm]);
        }
        seen.running.push_back({.task = task,
                                .subtasks = 1000,
                                .done = 0,
                                .asked = ranges(asked_[task]),
                                .held = ranges(held_[task]),
                                .stays = ranges(stays)});
      }
      const Decision decision = controller_(seen);
      kept_waiting_.insert(kept_waiting_.end(), decision.kept_waiting.begin(), decision.kept_waiting.end());
      for (const auto& [task, allocation] : decision.allocations) {
        if (std::erase(ready_, task) > 0) {
          running_.push_back(task);
          held_[task] = GrantedCtas(sms_);
        }
        GrantedCtas& asked = asked_[task];
        asked.assign(sms_, 0);
        for (const SmRange& range : allocation) {
          std::fill_n(asked.begin() + range.first, range.sms, range.ctas);
        }
        for (std::uint32_t sm = 0; sm < sms_; ++sm) {
          const std::uint32_t holds = holds_ ? std::max(held_[task][sm], asked[sm]) : asked[sm];
          changed |= holds < held_[task][sm];
          held_[task][sm] = holds;
        }
      }
    }
  }

  std::uint32_t sms_;
  Share share_;
  Controller controller_;
  bool holds_ = false;
  std::vector<std::uint32_t> ready_, running_;
  std::map<std::uint32_t, GrantedCtas> asked_, held_;
  std::vector<std::uint32_t> kept_waiting_;
};

// S3: any M slices are one CapSM, from one SM or from several.
TEST(Capsm, OneCapSmIsAllOfOneSmOrPartsOfSeveral) {
  const Instance instance = capsm_instance(2, {{.per_sm = 4, .reservation = 0.5}, {.per_sm = 4, .reservation = 1}});
  CapsmGpu alone(instance);
  alone.ready({1});
  EXPECT_EQ(alone.asked(1), (GrantedCtas{4, 0}));
  CapsmGpu beside(instance);
  beside.ready({0});
  beside.ready({1});
  EXPECT_EQ(beside.asked(0), (GrantedCtas{2, 0}));
  EXPECT_EQ(beside.asked(1), (GrantedCtas{2, 2}));
}

TEST(Capsm, ReservationsAreRoundedUpAndQuotasDownToSlices) {
  // 1.1 SMs of 4 slices each: 4.4; of 10: exactly 11, though 1.1 · 10 is more than 11 in doubles.
  const Instance instance = capsm_instance(8, {{.per_sm = 4, .reservation = 1.1},
                                               {.per_sm = 10, .reservation = 1.1},
                                               {.per_sm = 4, .quota = 1.1},
                                               {.per_sm = 10, .quota = 1.1}});
  CapsmGpu gpu(instance);
  gpu.ready({0, 1, 2, 3});
  EXPECT_EQ(gpu.ctas(0), 5U);
  EXPECT_EQ(gpu.ctas(1), 11U);
  EXPECT_EQ(gpu.ctas(2), 4U);
  EXPECT_EQ(gpu.ctas(3), 11U);
}

TEST(Capsm, WhoReservesNothingHasWhatIsLeftAndGetsItBack) {
  const Instance instance = capsm_instance(3, {{.per_sm = 2, .reservation = 1}, {.per_sm = 2}, {.per_sm = 2}});
  CapsmGpu gpu(instance);
  gpu.ready({1});
  EXPECT_EQ(gpu.asked(1), (GrantedCtas{2, 2, 2}));
  gpu.ready({0});
  EXPECT_EQ(gpu.asked(0), (GrantedCtas{2, 0, 0}));
  EXPECT_EQ(gpu.asked(1), (GrantedCtas{0, 2, 2}));
  gpu.ready({2});  // nothing is left: it waits
  EXPECT_EQ(gpu.ctas(2), 0U);
  gpu.end(0);
  EXPECT_EQ(gpu.asked(1), (GrantedCtas{2, 2, 2}));
  gpu.end(1);
  EXPECT_EQ(gpu.asked(2), (GrantedCtas{2, 2, 2}));
  EXPECT_TRUE(gpu.kept_waiting().empty());
}

TEST(Capsm, NobodyGivesAnythingWhereEnoughIsLeft) {
  const Instance instance = capsm_instance(3, {{.per_sm = 2, .reservation = 1}, {.per_sm = 2, .quota = 2}});
  CapsmGpu gpu(instance);
  gpu.ready({1});
  EXPECT_EQ(gpu.asked(1), (GrantedCtas{0, 2, 2}));
  gpu.ready({0});
  EXPECT_EQ(gpu.asked(0), (GrantedCtas{2, 0, 0}));
  EXPECT_EQ(gpu.asked(1), (GrantedCtas{0, 2, 2}));
}

TEST(Capsm, WhoHasMostSlicesGivesFirstThenWhoCameLast) {
  const Instance instance = capsm_instance(8, {{.per_sm = 2, .quota = 3},
                                               {.per_sm = 2, .quota = 3},
                                               {.per_sm = 2, .quota = 2},
                                               {.per_sm = 2, .reservation = 1},
                                               {.per_sm = 2, .reservation = 2.5},
                                               {.per_sm = 2, .reservation = 3}});
  CapsmGpu gpu(instance);
  gpu.ready({0, 1, 2});
  gpu.ready({3});  // of two with 6 slices the later one gives 2
  EXPECT_EQ(gpu.ctas(0), 6U);
  EXPECT_EQ(gpu.ctas(1), 4U);
  EXPECT_EQ(gpu.ctas(2), 4U);
  gpu.ready({4});  // the first has most: 5 of its 6
  EXPECT_EQ(gpu.ctas(0), 1U);
  EXPECT_EQ(gpu.ctas(1), 4U);
  EXPECT_EQ(gpu.ctas(2), 4U);
  gpu.ready({5});  // all 4 of the last, and 2 of the one before
  EXPECT_EQ(gpu.ctas(0), 1U);
  EXPECT_EQ(gpu.ctas(1), 2U);
  EXPECT_EQ(gpu.ctas(2), 0U);
  gpu.end(4);  // back in the order in which they came
  EXPECT_EQ(gpu.ctas(0), 6U);
  EXPECT_EQ(gpu.ctas(1), 2U);
  gpu.end(5);
  EXPECT_EQ(gpu.ctas(1), 6U);
  EXPECT_EQ(gpu.ctas(2), 2U);
}

// A third and four sevenths are 19/21 of an SM; two thirds and three sevenths would be 23/21.
TEST(Capsm, SlicesOfDifferentKernelsNeverMakeMoreThanAnSm) {
  const Instance instance = capsm_instance(1, {{.per_sm = 3, .reservation = 0.3}, {.per_sm = 7}, {.per_sm = 2}});
  CapsmGpu gpu(instance);
  gpu.ready({1});
  EXPECT_EQ(gpu.asked(1), (GrantedCtas{7}));
  gpu.ready({0});
  EXPECT_EQ(gpu.asked(0), (GrantedCtas{1}));
  EXPECT_EQ(gpu.asked(1), (GrantedCtas{4}));
  gpu.ready({2});
  EXPECT_EQ(gpu.asked(2), (GrantedCtas{0}));
}

TEST(Capsm, SlicesOfCtasThatHaveStillToLeaveAreNobodyElsesYet) {
  const Instance instance = capsm_instance(2, {{.per_sm = 4, .reservation = 1}, {.per_sm = 4}});
  CapsmGpu gpu(instance);
  gpu.ready({1});
  gpu.hold();
  gpu.ready({0});
  EXPECT_EQ(gpu.asked(1), (GrantedCtas{0, 4}));
  EXPECT_EQ(gpu.ctas(0), 0U);
  gpu.let_leave();
  EXPECT_EQ(gpu.asked(0), (GrantedCtas{4, 0}));
  EXPECT_TRUE(gpu.kept_waiting().empty());  // its reservation was granted at once
}

// What was told to leave is not counted twice where its kernel is granted as much again.
TEST(Capsm, SlicesThatAreGivenBackWaitForTheCtasThatLeaveThere) {
  const Instance instance = capsm_instance(1, {{.per_sm = 4, .reservation = 0.5}, {.per_sm = 4}});
  CapsmGpu gpu(instance);
  gpu.ready({1});
  gpu.ready({0});
  EXPECT_EQ(gpu.asked(1), (GrantedCtas{2}));
  gpu.end(0);
  EXPECT_EQ(gpu.asked(1), (GrantedCtas{4}));
  gpu.hold();
  gpu.ready({0});
  EXPECT_EQ(gpu.asked(1), (GrantedCtas{2}));
  EXPECT_EQ(gpu.asked(0), (GrantedCtas{0}));
}

// It is to give a slice of one SM and is given one of another: both together are more than its quota, until it has.
TEST(Capsm, SlicesThatMoveCountTowardsTheQuotaOnBothSms) {
  const Instance instance =
      capsm_instance(2, {{.per_sm = 2, .quota = 1}, {.per_sm = 2, .quota = 1}, {.per_sm = 1, .reservation = 1}});
  CapsmGpu gpu(instance);
  gpu.ready({0, 1});
  EXPECT_EQ(gpu.asked(0), (GrantedCtas{0, 2}));
  EXPECT_EQ(gpu.asked(1), (GrantedCtas{2, 0}));
  gpu.hold();
  gpu.ready({2});
  EXPECT_EQ(gpu.asked(1), (GrantedCtas{0, 0}));
  gpu.end(0);
  EXPECT_EQ(gpu.asked(1), (GrantedCtas{0, 0}));
  gpu.let_leave();
  EXPECT_EQ(gpu.asked(1), (GrantedCtas{0, 2}));
  EXPECT_EQ(gpu.asked(2), (GrantedCtas{1, 0}));
}

TEST(Capsm, AReservationThatAnotherKernelOfItsClientHasIsWaitedForAndCountedOnce) {
  const Instance instance = capsm_instance(2, {{.per_sm = 2, .reservation = 1, .streams = 2}, {.per_sm = 2}});
  CapsmGpu gpu(instance);
  gpu.ready({0, 1});
  EXPECT_EQ(gpu.ctas(0), 2U);
  EXPECT_EQ(gpu.ctas(1), 0U);
  gpu.ready({2});
  EXPECT_EQ(gpu.kept_waiting(), (std::vector<std::uint32_t>{1}));
  gpu.end(0);
  EXPECT_EQ(gpu.ctas(1), 2U);
  EXPECT_EQ(gpu.kept_waiting().size(), 1U);
  gpu.end(1);
  gpu.ready({0});
  gpu.ready({1});
  EXPECT_EQ(gpu.kept_waiting(), (std::vector<std::uint32_t>{1, 1}));
}

// Two SMs and three quarters of one always are there, but not always two whole ones.
TEST(Capsm, AReservationOfWholeSmsOfWhichOthersHavePartsWaitsAndNobodyPassesIt) {
  const Instance instance = capsm_instance(3, {{.per_sm = 1, .reservation = 2},
                                               {.per_sm = 4, .reservation = 0.25},
                                               {.per_sm = 4, .reservation = 0.25},
                                               {.per_sm = 4, .reservation = 0.25}});
  CapsmGpu gpu(instance);
  gpu.ready({0});
  gpu.ready({1});
  EXPECT_EQ(gpu.asked(0), (GrantedCtas{1, 1, 0}));
  EXPECT_EQ(gpu.asked(1), (GrantedCtas{0, 0, 1}));
  gpu.end(0);
  gpu.ready({2});
  EXPECT_EQ(gpu.asked(2), (GrantedCtas{1, 0, 0}));
  gpu.ready({0});
  gpu.ready({3});
  EXPECT_EQ(gpu.ctas(0), 0U);
  EXPECT_EQ(gpu.ctas(3), 0U);
  EXPECT_EQ(gpu.kept_waiting(), (std::vector<std::uint32_t>{0, 3}));
  gpu.end(2);
  EXPECT_EQ(gpu.asked(0), (GrantedCtas{1, 1, 0}));
  EXPECT_EQ(gpu.asked(3), (GrantedCtas{0, 0, 1}));
  EXPECT_EQ(gpu.kept_waiting().size(), 2U);
}

TEST(Capsm, ABatchIsServedAsItComes) {
  Instance instance = capsm_instance(2, {{.per_sm = 4}, {.per_sm = 4}});
  instance.clients = {};
  CapsmGpu gpu(instance);
  gpu.ready({0, 1});
  EXPECT_EQ(gpu.ctas(0), 8U);
  EXPECT_EQ(gpu.ctas(1), 0U);
  gpu.end(0);
  EXPECT_EQ(gpu.ctas(1), 8U);
}

// What has to be given up is done by the slices that are kept: all of it, later.
TEST(Capsm, WhatIsGivenUpIsDoneInTheSlicesThatAreKept) {
  Instance instance = capsm_instance(28, {{.per_sm = 8, .reservation = 14}, {.per_sm = 8}});
  instance.work[0].subtasks = instance.work[1].subtasks = 100'000;
  instance.jobs[0].release = instance.jobs[1].kernel * 0.001;
  const Plan plan = test::planned_by("capsm", instance).plan;
  for (const Timeline& timeline :
       {evaluate::wave_timeline(instance, plan), evaluate::staggered_timeline(instance, plan)}) {
    double done = 0;
    bool on_half = false;
    for (const Residency& held : timeline.residencies) {
      done += held.task == 1 ? held.subtasks : 0;
      on_half |= held.task == 1 && held.first_sm == 14 && held.sms == 14 && held.end > instance.jobs[0].release;
    }
    EXPECT_NEAR(done, 100'000, 0.1);
    EXPECT_TRUE(on_half);
  }
}

}  // namespace
}  // namespace warpshop::share
