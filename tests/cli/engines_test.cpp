#include <set>

#include <gtest/gtest.h>

#include "cli/common_options.hpp"
#include "cli/engine_list.hpp"
#include "sim/evaluate/check_timeline.hpp"
#include "sim/evaluate/fleet_evaluate.hpp"
#include "sim/study/problem.hpp"
#include "tests/support/reference.hpp"

namespace warpshop::cli {
namespace {

TEST(Engines, AllAgreeOnTheBestOrderOfTable3_4) {
  for (const study::Engine& engine : engines()) {
    const Plan plan{.order = {1, 2, 0, 3}};
    const Fleet one{.devices = {test::four_tasks_on_k20c()}};
    EXPECT_NEAR(study::checked_timeline({engine, engines()}, one, plan, Objective::makespan).makespan.count(),
                26.570185184, 1e-8)
        << engine.name;
  }
}

/// What comes of an engine whose timelines are not what they should be.
std::string complaint(Timeline (*timeline)(const Fleet& fleet, const Plan& plan)) {
  const Fleet one{.devices = {test::four_tasks_on_k20c()}};
  try {
    const study::Engine broken{"broken", timeline};
    study::checked_timeline({broken, engines()}, one, {.order = {1, 2, 0, 3}}, Objective::makespan);
  } catch (const evaluate::ImpossibleTimeline& impossible) {
    return impossible.what();
  }
  return "";
}

TEST(Engines, WhatOneSaysIsHeldAgainstTheRules) {
  EXPECT_EQ(complaint([](const Fleet& fleet, const Plan& plan) {
              Timeline timeline = evaluate::timeline(fleet, plan);
              timeline.intervals.back().end = Millis{0};  // never ended
              return timeline;
            }).rfind("engine broken: the d2h of task 3", 0),
            0U);
}

TEST(Engines, WhatOneSaysIsHeldAgainstTheOthers) {
  const std::string said = complaint([](const Fleet& fleet, const Plan& plan) {
    Timeline timeline = evaluate::timeline(fleet, plan);
    for (Interval& interval : timeline.intervals) {  // all is 1 ms later
      interval.start += Millis{1};
      interval.end += Millis{1};
    }
    timeline.makespan += Millis{1};
    return timeline;
  });
  EXPECT_NE(said.find("27.57018518"), std::string::npos) << said;
  EXPECT_NE(said.find("26.57018518"), std::string::npos) << said;
}

TEST(Engines, AreFoundByName) {
  std::set<std::string_view> names;
  for (const study::Engine& each : engines()) {
    EXPECT_EQ(&engine(each.name).asked, &each);
    names.insert(each.name);
  }
  EXPECT_EQ(names.count("fast"), 1U);
  EXPECT_EQ(names.size(), engines().size());
}

TEST(Engines, TheDefaultIsTheFirst) {
  EXPECT_EQ(PlanningOptions{}.engine, engines().front().name);
}

}  // namespace
}  // namespace warpshop::cli
