#include "sim/evaluate/check_timeline.hpp"

#include <cstddef>
#include <functional>
#include <numeric>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "sim/evaluate/fleet_evaluate.hpp"
#include "tests/support/fleets.hpp"

namespace warpshop::evaluate {
namespace {

/// Three tasks of three stages: h2d 2, kernel 3, d2h 1 ms each, copies that do not slow each other down.
Instance three_tasks() {
  return {.jobs = {test::job_of(2, 3, 1), test::job_of(2, 3, 1), test::job_of(2, 3, 1)}, .rates = test::even_rates(1)};
}

/// What the check says of a timeline that has been tampered with; empty if nothing.
std::string complaint(const Fleet& fleet, const Plan& plan, const std::function<void(Timeline&)>& tamper,
                      Objective objective = Objective::makespan) {
  Timeline timeline = evaluate::timeline(fleet, plan);
  tamper(timeline);
  try {
    check_timeline(fleet, plan, timeline, objective);
  } catch (const ImpossibleTimeline& impossible) {
    return impossible.what();
  }
  return "";
}

std::string complaint(const Instance& instance, const Plan& plan, const std::function<void(Timeline&)>& tamper) {
  return complaint(Fleet{.devices = {instance}}, plan, tamper);
}

void expect_says(const std::string& complaint, const std::string& rule) {
  EXPECT_NE(complaint.find(rule), std::string::npos) << complaint;
}

void leave(Timeline& /*as it is*/) {}

void shift(Interval& interval, double by) {
  interval.start += Millis{by};
  interval.end += Millis{by};
}

const Plan kInOrder{.order = {0, 1, 2}};

TEST(CheckTimeline, TakesWhatTheEngineSays) {
  EXPECT_EQ(complaint(three_tasks(), kInOrder, leave), "");
  EXPECT_EQ(complaint(three_tasks(), {.order = {2, 0, 1}, .submission = Submission::streams}, leave), "");
  EXPECT_EQ(complaint(test::alike(three_tasks(), 2), {.order = {0, 2, 1}, .devices = {2, 1}}, leave), "");
}

TEST(CheckTimeline, EveryCommandIsThereOnce) {
  expect_says(complaint(three_tasks(), kInOrder, [](Timeline& t) { t.intervals.pop_back(); }),
              "d2h of task 2 never ran");
  expect_says(complaint(three_tasks(), kInOrder, [](Timeline& t) { t.intervals.erase(t.intervals.begin() + 4); }),
              "kernel of task 1 never ran");
  expect_says(complaint(three_tasks(), kInOrder, [](Timeline& t) { t.intervals.push_back(t.intervals.back()); }),
              "is nothing that was to run");
  expect_says(complaint(three_tasks(), kInOrder, [](Timeline& t) { t.intervals[0].task = 7; }), "of no task");
}

TEST(CheckTimeline, TimesAreFiniteAndInTurn) {
  expect_says(complaint(three_tasks(), kInOrder, [](Timeline& t) { t.intervals[8].end = Millis{0}; }),
              "ends before it starts");
  expect_says(complaint(three_tasks(), kInOrder, [](Timeline& t) { t.intervals[0].start = Millis{-1}; }),
              "has no time");
  expect_says(complaint(three_tasks(), kInOrder, [](Timeline& t) { t.makespan = Millis{NAN}; }), "a makespan of");
  expect_says(complaint(three_tasks(), kInOrder, [](Timeline& t) { t.makespan = Millis{INFINITY}; }), "a makespan of");
}

TEST(CheckTimeline, CommandsWaitForWhatTheyNeed) {
  expect_says(complaint(three_tasks(), kInOrder, [](Timeline& t) { shift(t.intervals[1], -1); }),
              "before its task is ready");
  Instance late = three_tasks();
  late.jobs[0].release = Millis{5};
  EXPECT_EQ(complaint(late, kInOrder, leave), "");
  expect_says(complaint(late, kInOrder, [](Timeline& t) { shift(t.intervals[0], -1); }), "before its task is ready");
  Instance chain = three_tasks();
  chain.precedence = {{0, 2}};
  EXPECT_EQ(complaint(chain, kInOrder, leave), "");
  const Timeline free = timeline(Fleet{.devices = {three_tasks()}}, kInOrder);
  expect_says(complaint(chain, kInOrder, [&](Timeline& t) { t = free; }), "task 2 starts at");
  const Plan rounds{.order = {0, 1, 2}, .rounds = {1, 2}};
  EXPECT_EQ(complaint(three_tasks(), rounds, leave), "");
  expect_says(complaint(three_tasks(), rounds, [&](Timeline& t) { t = free; }), "before the round before its own");
  const Plan gated{.order = {0, 1, 2}, .gates = {{0, 2}}};
  EXPECT_EQ(complaint(three_tasks(), gated, leave), "");
  expect_says(complaint(three_tasks(), gated, [&](Timeline& t) { t = free; }), "held back by");
}

TEST(CheckTimeline, CommandsTakeTheirTime) {
  expect_says(complaint(three_tasks(), kInOrder, [](Timeline& t) { t.intervals[8].start += Millis{0.5}; }),
              "takes less than it can");
  expect_says(complaint(three_tasks(), kInOrder, [](Timeline& t) { t.intervals[7].start -= Millis{0.5}; }),
              "another time than the kernel's");
  Instance families = three_tasks();
  families.families = {1, 2, 1};
  families.family_setup = Millis{4};
  EXPECT_EQ(complaint(families, kInOrder, leave), "");
}

TEST(CheckTimeline, AnEngineDoesOneThingAtATime) {
  expect_says(complaint(three_tasks(), kInOrder, [](Timeline& t) { shift(t.intervals[3], -1); }),
              "holds its engine beside");
  Instance shared = three_tasks();
  shared.dma_engines = 1;
  for (Job& job : shared.jobs) {
    job.exclusive = {true, true};
  }
  EXPECT_EQ(complaint(shared, kInOrder, leave), "");
  shared.dma_engines = 2;
  const Timeline two = timeline(Fleet{.devices = {three_tasks()}}, {.order = {0, 1, 2}});
  shared.dma_engines = 1;
  expect_says(complaint(shared, kInOrder,
                        [&](Timeline& t) {
                          t = two;
                          shift(t.intervals[6], 1.5);
                          shift(t.intervals[7], 1.5);
                          shift(t.intervals[8], 1.5);
                          t.makespan += Millis{1.5};
                        }),
              "holds its engine beside");
}

TEST(CheckTimeline, ACommandThatTakesNoTimeMayStartARoundingAfterTheNextOnItsEngine) {
  Instance shared = three_tasks();
  shared.dma_engines = 1;
  shared.jobs = {test::job_of(-1, 1, 0), test::job_of(2, -1, -1)};
  for (Job& job : shared.jobs) {
    job.exclusive = {true, true};
  }
  shared.jobs[1].release = Millis{1};
  const Plan plan{.order = {0, 1}};
  EXPECT_EQ(complaint(shared, plan, [](Timeline& t) { shift(t.intervals[1], 1e-12); }), "");
  expect_says(complaint(shared, plan, [](Timeline& t) { shift(t.intervals[1], 1); }), "holds its engine beside");
}

TEST(CheckTimeline, TheMakespanIsTheLastEndAndNothingIsUnderItsBound) {
  expect_says(complaint(three_tasks(), kInOrder, [](Timeline& t) { t.makespan += Millis{1}; }),
              "but the last command ends at");
  // As SimGrid once did: it stopped half way and called that the makespan.
  expect_says(complaint(three_tasks(), kInOrder, [](Timeline& t) { t.makespan = Millis{5}; }),
              "but the last command ends at");
  Instance weighted = three_tasks();
  weighted.weights = {1, 1, 1000};
  const Fleet fleet{.devices = {weighted}};
  EXPECT_EQ(complaint(fleet, kInOrder, leave, Objective::weighted_completion), "");
  EXPECT_EQ(complaint(fleet, {.order = {2, 1, 0}}, leave, Objective::weighted_completion), "");
}

TEST(CheckAgreement, SaysBothFigures) {
  const Fleet fleet{.devices = {three_tasks()}};
  const Timeline fast = timeline(fleet, kInOrder);
  EXPECT_NO_THROW(check_agreement(fast, "simgrid", fast, "fast"));
  Timeline other = fast;
  other.makespan += Millis{0x1p-10};
  try {
    check_agreement(fast, "simgrid", other, "fast");
    FAIL() << "no complaint";
  } catch (const ImpossibleTimeline& impossible) {
    EXPECT_STREQ(impossible.what(),
                 "the engines disagree on the makespan: 12 ms says simgrid, 12.0009765625 ms says fast");
  }
  other = fast;
  other.intervals[4].end += Millis{1};
  EXPECT_THROW(check_agreement(fast, "simgrid", other, "fast"), ImpossibleTimeline);
  other = fast;
  other.makespan += Millis{1e-9};
  EXPECT_NO_THROW(check_agreement(fast, "simgrid", other, "fast"));
}

TEST(CheckAgreement, OfManyCommandsAllowsForTheInstantsThatTheyEndIn) {
  const auto agree = [](double relative, std::size_t commands) {
    try {
      check_agreement(Millis{1e6}, "fast", Millis{1e6 * (1 + relative)}, "the search", commands);
    } catch (const ImpossibleTimeline&) {
      return false;
    }
    return true;
  };
  EXPECT_TRUE(agree(4.9e-9, 3));
  EXPECT_FALSE(agree(5.1e-9, 3));
  EXPECT_FALSE(agree(5.1e-9, 6144));  // all that every engine is asked about
  EXPECT_TRUE(agree(3.2e-6, 1'800'000));
  EXPECT_FALSE(agree(3.3e-6, 1'800'000));
}

TEST(CheckAgreement, HoldsOfManyTasksOfRandomLengths) {
  constexpr std::size_t kTasks = 300'000;
  std::mt19937 random(5);
  std::uniform_real_distribution<double> length(0.1, 10);
  Instance instance{.jobs = {}, .rates = test::even_rates(0.7)};
  instance.jobs.reserve(kTasks);
  for (std::size_t task = 0; task < kTasks; ++task) {
    instance.jobs.push_back(test::job_of(length(random), length(random), length(random)));
  }
  const Fleet fleet{.devices = {instance}};
  Plan plan;
  plan.order.resize(kTasks);
  std::iota(plan.order.begin(), plan.order.end(), 0U);
  const Millis by_events = timeline(fleet, plan).makespan;
  const Millis by_closed_form = makespan(fleet, plan);
  EXPECT_NO_THROW(check_agreement(by_events, "fast", by_closed_form, "the search", 3 * kTasks));
  EXPECT_THROW(check_agreement(by_events, "fast", by_closed_form, "the search", 3), ImpossibleTimeline);
}

}  // namespace
}  // namespace warpshop::evaluate
