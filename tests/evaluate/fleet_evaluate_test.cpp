#include "sim/evaluate/fleet_evaluate.hpp"

#include <numeric>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sim/evaluate/bus_shares.hpp"
#include "sim/evaluate/evaluate.hpp"
#include "sim/evaluate/fleet_bound.hpp"
#include "sim/evaluate/objective_bound.hpp"
#include "tests/support/fleets.hpp"

namespace warpshop::evaluate {
namespace {

[[maybe_unused]] const bool kCasesSet = test::set_cases(1000);

/// One task for each of two devices.
Plan one_each() {
  return {.order = {0, 1}, .devices = {1, 1}};
}

std::vector<double> shares(std::vector<double> demands) {
  share_bus(demands);
  return demands;
}

TEST(ShareBus, GivesWhatIsAskedForWhereThereIsEnough) {
  EXPECT_EQ(shares({0.5, 0.25, 0.25}), (std::vector<double>{0.5, 0.25, 0.25}));
}

TEST(ShareBus, IsMaxMinFairWhereThereIsNot) {
  EXPECT_EQ(shares({1, 1}), (std::vector<double>{0.5, 0.5}));
  EXPECT_EQ(shares({1, 0.25, 0.75}), (std::vector<double>{0.375, 0.25, 0.375}));
  EXPECT_EQ(shares({0.125, 1, 0.5}), (std::vector<double>{0.125, 0.4375, 0.4375}));
}

TEST(FleetEvaluate, TwoCopiesOnABusOfOneAndAHalf) {
  // both want 1 of 1.5: each moves at 0.75 until the shorter one has moved its 3, at 4; the other has 1 left, alone
  const Instance instance{.jobs = {test::job_of(3, -1, -1), test::job_of(4, -1, -1)}, .rates = test::even_rates(1)};
  const Timeline timeline = evaluate::timeline(test::alike(instance, 2, 1.5), one_each());
  EXPECT_DOUBLE_EQ(timeline.intervals[0].end.count(), 4);
  EXPECT_DOUBLE_EQ(timeline.intervals[1].end.count(), 5);
  EXPECT_DOUBLE_EQ(timeline.makespan.count(), 5);
  EXPECT_EQ(makespan(test::alike(instance, 2), one_each()), Millis{4});
}

TEST(FleetEvaluate, DirectionsDoNotShare) {
  const Instance instance{.jobs = {test::job_of(3, -1, -1), test::job_of(-1, -1, 4)}, .rates = test::even_rates(1)};
  EXPECT_DOUBLE_EQ(makespan(test::alike(instance, 2, 1), one_each()).count(), 4);
}

TEST(FleetEvaluate, LatenciesAreNotShared) {
  Instance instance{.jobs = {test::job_of(3, -1, -1), test::job_of(3, -1, -1)}, .rates = test::even_rates(1)};
  instance.jobs[0].copies[0].latency = Millis{3};
  // the second one has moved its 3 before the first begins to move
  const Timeline timeline = evaluate::timeline(test::alike(instance, 2, 1), one_each());
  EXPECT_DOUBLE_EQ(timeline.intervals[0].end.count(), 6);
  EXPECT_DOUBLE_EQ(timeline.intervals[1].end.count(), 3);
}

TEST(FleetEvaluate, APayloadThatItsOwnDeviceSlowsDownAsksForLess) {
  // Device 0 copies both ways, each at half its rate: it asks for 0.5 of the bus. Device 1 asks for 1 of what is left,
  // 1 - 0.5, until 8, when the copies of device 0 end and device 1 has moved 4 of its 6.
  const Instance instance{.jobs = {test::job_of(4, -1, -1), test::job_of(-1, -1, 4), test::job_of(6, -1, -1)},
                          .rates = test::even_rates(0.5)};
  const Timeline timeline = evaluate::timeline(test::alike(instance, 2, 1), {.order = {0, 1, 2}, .devices = {2, 1}});
  EXPECT_DOUBLE_EQ(timeline.intervals[0].end.count(), 8);
  EXPECT_DOUBLE_EQ(timeline.intervals[1].end.count(), 8);
  EXPECT_DOUBLE_EQ(timeline.intervals[2].end.count(), 10);
}

TEST(FleetEvaluate, ADeviceBesideTheBusIsNotSlowedDown) {
  const Instance instance{.jobs = {test::job_of(2, -1, -1), test::job_of(2, -1, -1), test::job_of(2, -1, -1)},
                          .rates = test::even_rates(1)};
  Fleet fleet = test::alike(instance, 3, 1);
  fleet.seats[1].reset();
  const Timeline timeline = evaluate::timeline(fleet, {.order = {0, 1, 2}, .devices = {1, 1, 1}});
  EXPECT_DOUBLE_EQ(timeline.intervals[0].end.count(), 4);
  EXPECT_DOUBLE_EQ(timeline.intervals[1].end.count(), 2);
  EXPECT_DOUBLE_EQ(timeline.intervals[2].end.count(), 4);
}

RC_GTEST_PROP(FleetEvaluate, WithoutABusEveryDeviceIsByItself, ()) {
  const Fleet fleet = *test::any_fleet(8, false);
  const Plan plan = test::any_dealing(fleet, *rc::gen::element(Submission::ordered, Submission::streams));
  const std::vector<Plan> plans = device_plans(plan);
  Millis longest{0};
  for (std::size_t device = 0; device < plans.size(); ++device) {
    longest = std::max(longest, makespan(fleet.devices[device], plans[device]));
  }
  RC_ASSERT(makespan(fleet, plan) == longest);
  RC_ASSERT(tied(timeline(fleet, plan).makespan, longest));
}

// Every device for itself on a bus: the coupled simulation, which knows no closed form, against the plain one.
RC_GTEST_PROP(FleetEvaluate, ABusWithRoomForAllSlowsNobodyDown, ()) {
  Fleet fleet = *test::any_fleet(8, false);
  fleet.seats.assign(fleet.devices.size(), BusSeat{.bus = 0, .demand = {{{0.2, 0.1}, {0.2, 0.1}}}});
  const Plan plan = test::any_dealing(fleet, *rc::gen::element(Submission::ordered, Submission::streams));
  const Millis on_bus = makespan(fleet, plan);
  fleet.seats.clear();
  RC_ASSERT(tied(on_bus, makespan(fleet, plan)));
}

RC_GTEST_PROP(FleetBound, NoPlanIsBelowIt, ()) {
  const Fleet fleet = *test::any_fleet(6, *rc::gen::arbitrary<bool>());
  const Plan plan = test::any_dealing(fleet, *rc::gen::element(Submission::ordered, Submission::streams));
  for (const Objective objective : kObjectives) {
    RC_ASSERT(!clearly_less(cost(fleet, plan, objective), lower_bound(fleet, objective)));
  }
}

TEST(FleetBound, OfOneDeviceIsThatOfItsInstance) {
  const Instance instance{.jobs = {test::job_of(3, 2, 1), test::job_of(1, 5, 2)}, .rates = test::even_rates(0.7)};
  EXPECT_EQ(lower_bound(test::alike(instance, 1), Objective::makespan), lower_bound(instance, Objective::makespan));
}

TEST(FleetBound, SharesTheWorkOfAnEngineAmongTheDevicesThatHaveTasks) {
  // kernels 4 × 3 on two devices, behind an H2D of 1 and before a D2H of 2: 1 + 6 + 2
  const Instance instance{.jobs = std::vector<Job>(4, test::job_of(1, 3, 2)), .rates = test::even_rates(1)};
  EXPECT_EQ(lower_bound(test::alike(instance, 2), Objective::makespan), Millis{9});
  EXPECT_EQ(lower_bound(test::alike(instance, 9), Objective::makespan), Millis{6});
  // a bus of 1.25 moves 4 × 2 in no less than 6.4; of 0.8 in no less than 10
  EXPECT_EQ(lower_bound(test::alike(instance, 2, 0.8), Objective::makespan), Millis{10});
}

}  // namespace
}  // namespace warpshop::evaluate
