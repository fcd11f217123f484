#include <algorithm>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sim/evaluate/fleet_evaluate.hpp"
#include "sim/replay/replay.hpp"
#include "tests/support/fleets.hpp"
#include "tests/support/slow_fleet.hpp"

namespace warpshop::replay {
namespace {

void expect_agreement(const Fleet& fleet, const Plan& plan) {
  const Timeline predicted = evaluate::timeline(fleet, plan);
  const Timeline replayed = simulate(fleet, plan);
  RC_ASSERT(predicted.intervals.size() == replayed.intervals.size());
  const double tolerance = 1e-9 * predicted.makespan.count();
  for (std::size_t i = 0; i < predicted.intervals.size(); ++i) {
    RC_LOG() << name(predicted.intervals[i].stage) << ' ' << predicted.intervals[i].start.count() << ' '
             << replayed.intervals[i].start.count() << " end " << predicted.intervals[i].end.count() << ' '
             << replayed.intervals[i].end.count() << '\n';
    RC_ASSERT(predicted.intervals[i].task == replayed.intervals[i].task);
    RC_ASSERT(predicted.intervals[i].device == replayed.intervals[i].device);
    RC_ASSERT(std::abs((predicted.intervals[i].end - replayed.intervals[i].end).count()) <= tolerance);
  }
  RC_ASSERT(std::abs((predicted.makespan - replayed.makespan).count()) <= tolerance);
}

RC_GTEST_PROP(FleetReplay, AgreesWithEvaluateOnAnyFleet, ()) {
  const Fleet fleet = *test::any_fleet(10, false);
  expect_agreement(fleet, test::any_dealing(fleet, *rc::gen::element(Submission::ordered, Submission::streams)));
}

RC_GTEST_PROP(FleetReplay, AgreesWithEvaluateOnBuses, ()) {
  const Fleet fleet = *test::any_fleet(10, true);
  expect_agreement(fleet, test::any_dealing(fleet, *rc::gen::element(Submission::ordered, Submission::streams)));
}

RC_GTEST_PROP(FleetReplay, AgreesWithTheSlowReference, ()) {
  const test::FleetCase fleet = *test::any_fleet_case(9);
  const auto ends = test::slow_ends(fleet);
  const Timeline replayed = simulate(resolve(fleet.workload, fleet.devices), fleet.plan);
  for (const Interval& interval : replayed.intervals) {
    const Millis end = ends[interval.task][index(interval.stage)];
    RC_LOG() << interval.task << ' ' << name(interval.stage) << ' ' << interval.end.count() << ' ' << end.count()
             << '\n';
    RC_ASSERT(std::abs((interval.end - end).count()) <= 1e-9 * replayed.makespan.count());
  }
}

TEST(FleetReplay, TwoCopiesOnABusOfOneAndAHalf) {
  const Instance instance{.jobs = {test::job_of(3, -1, -1), test::job_of(4, -1, -1)}, .rates = test::even_rates(1)};
  const Timeline timeline = simulate(test::alike(instance, 2, 1.5), {.order = {0, 1}, .devices = {1, 1}});
  EXPECT_NEAR(timeline.intervals[0].end.count(), 4, 4e-9);
  EXPECT_NEAR(timeline.intervals[1].end.count(), 5, 5e-9);
}

}  // namespace
}  // namespace warpshop::replay
