#include "sim/evaluate/plan_energy.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sim/evaluate/evaluate.hpp"
#include "sim/evaluate/shared_pieces.hpp"
#include "sim/share/share_policies.hpp"
#include "tests/support/planned_by.hpp"
#include "tests/support/sharing.hpp"

namespace warpshop::evaluate {
namespace {

/// Kernels of `milliseconds` that draw `watts`, on a device that draws 10 W idle, 14 W and 13 W while it copies.
Fleet drawing(const std::vector<double>& milliseconds, const std::vector<double>& watts) {
  Instance device;
  device.power = PowerModel{.idle = {10}, .copies = {Watts{14}, Watts{13}}};
  for (std::uint32_t task = 0; task < milliseconds.size(); ++task) {
    Job& job = device.jobs.emplace_back();
    job.kernel = Millis{milliseconds[task]};
    job.copies[0].payload = Millis{1};
    job.has = {true, true, false};
    device.kernels.push_back({.name = std::to_string(task), .model = {.power = Watts{watts[task]}}});
    device.work.push_back({.kernel = task});
  }
  return {.devices = {device}};
}

Interval during(std::uint32_t task, Stage stage, double start, double end) {
  return {.task = task, .stage = stage, .start = Millis{start}, .end = Millis{end}};
}

TEST(Energy, IsTheSumOfPowerAndTime) {
  // 10 W for 10 ms, copies 4 W above it for 2 ms, kernels 90 W for 4 ms and 40 W for 3 ms
  const Timeline timeline{.intervals = {during(0, Stage::h2d, 0, 1), during(0, Stage::kernel, 1, 5),
                                        during(1, Stage::h2d, 4, 5), during(1, Stage::kernel, 7, 10)},
                          .makespan = Millis{10}};
  const auto found = energy(drawing({4, 3}, {100, 50}), {.order = {0, 1}}, timeline);
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->used.value, (10 * 10 + 4 * 2 + 90 * 4 + 40 * 3) * 1e-3, 1e-12);
  EXPECT_NEAR(found->peak.value, 10 + 90 + 4, 1e-9);
}

TEST(Energy, DoesNotTakeCommandsThatMeetForOnesThatOverlap) {
  const Timeline timeline{.intervals = {during(0, Stage::kernel, 0, 4 + 1e-12), during(1, Stage::kernel, 4, 7)},
                          .makespan = Millis{7}};
  EXPECT_NEAR(energy(drawing({4, 3}, {100, 50}), {.order = {0, 1}}, timeline)->peak.value, 100, 1e-6);
}

TEST(Energy, IsNotKnownUnlessAllOfItIs) {
  const Timeline timeline{.intervals = {during(0, Stage::kernel, 0, 4)}, .makespan = Millis{4}};
  Fleet fleet = drawing({4}, {100});
  EXPECT_TRUE(energy(fleet, {.order = {0}}, timeline));
  fleet.devices[0].kernels[0].model.power.reset();
  EXPECT_FALSE(energy(fleet, {.order = {0}}, timeline));
  fleet.devices[0].jobs[0].kernel = Millis{0};
  EXPECT_TRUE(energy(fleet, {.order = {0}}, {.intervals = {during(0, Stage::kernel, 0, 0)}, .makespan = Millis{4}}));
  fleet.devices[0].power.reset();
  EXPECT_FALSE(energy(fleet, {.order = {0}}, {}));
}

/// Six grids of kernels that draw 60, 70, … W on a titanx that draws 15 W idle.
Instance drawing_stock() {
  Device device = test::device_of_subtasks("titanx");
  device.power = PowerModel{.idle = {15}, .copies = {Watts{20}, Watts{19}}};
  double watts = 50;
  for (auto& [name, kernel] : device.kernels) {
    kernel.power = Watts{watts += 10};
  }
  Instance stock = test::grids_on(device, {{"va", 5000}, {"pf", 3000}, {"mm", 900}, {"bs", 40}, {"red", 223}});
  stock.power = device.power;
  return stock;
}

/// Whoever shares, what kernels use above idle is what each uses alone; and no load of what they share is above 1, nor
/// does less work than was done.
TEST(Energy, OfKernelsThatShareIsThatOfEachAlone) {
  const Instance stock = drawing_stock();
  EXPECT_TRUE(rc::check("any way of sharing", [&] {
    const Instance instance = *test::tasks_of(stock, 5, {.copies = true, .releases = true});
    const Policy& policy = *rc::gen::elementOf(share::policies());
    RC_PRE(policy.name != "mig" && policy.name != "joint");
    RC_LOG() << policy.name << '\n';
    const Plan plan = policy.plan(instance, {}).plan;
    const Timeline timeline = evaluate::timeline(instance, plan);
    double expected = 15 * timeline.makespan.count();
    for (const Interval& each : timeline.intervals) {
      const double watts = each.stage == Stage::kernel
                               ? instance.kernels[instance.work[each.task].kernel].model.power->value
                           : each.stage == Stage::h2d ? 20
                                                      : 19;
      const Millis time = each.stage == Stage::kernel ? instance.jobs[each.task].kernel : each.end - each.start;
      expected += (watts - 15) * time.count();
    }
    const auto found = energy({.devices = {instance}}, plan, timeline);
    RC_ASSERT(found.has_value());
    RC_ASSERT(std::abs(found->used.value * 1e3 - expected) <= 1e-6 * expected);
    double most = 15 + 5 + 4;  // all at once
    for (const KernelWork& work : instance.work) {
      most += instance.kernels[work.kernel].model.power->value - 15;
    }
    RC_ASSERT(found->peak.value >= 15);
    RC_ASSERT(found->peak.value <= most * (1 + 1e-9));
    std::vector<double> done(instance.size());
    for (const SharedPiece& piece : shared_pieces(instance, plan, timeline)) {
      for (const SharedPiece::Part& part : piece.parts) {
        done[timeline.residencies[part.residency].task] += part.rate * (piece.to - piece.from).count();
      }
    }
    for (const Residency& held : timeline.residencies) {
      done[held.task] -= held.subtasks;
    }
    for (const double each : done) {
      RC_ASSERT(std::abs(each) < 1e-3);
    }
    for (const ResourceLoad& load : resource_loads(instance, plan, timeline)) {
      RC_ASSERT(*std::max_element(load.busy.begin(), load.busy.end()) <= 1 + 1e-6);
    }
  }));
}

/// A grid of a round and a bit is faster than on average while the first round lasts.
TEST(Energy, OfOneKernelAtATimePeaksAtWhatTheKernelDraws) {
  Instance instance = drawing_stock();
  instance = test::tasks_of(instance, 1, {})(rc::Random(1), 0).value();
  const double watts = instance.kernels[instance.work[0].kernel].model.power->value;
  const Plan plan = test::planned_by("sequential", instance).plan;
  const auto found = energy({.devices = {instance}}, plan, evaluate::timeline(instance, plan));
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->peak.value, watts, 1e-9 * watts);
}

TEST(ResourceLoads, OfOneKernelAreItsDemandsTimesItsRate) {
  const Instance instance = test::grids_on(test::device_of_subtasks("titanx"), {{"va", 28 * 8 * 100}});
  const Plan plan = test::planned_by("sequential", instance).plan;
  const Timeline timeline = evaluate::timeline(instance, plan);
  const std::vector<ResourceLoad> loads = resource_loads(instance, plan, timeline);
  const CorrectedKernel& law = instance.co_run->kernels[*instance.kernels[0].law];
  const double per_sm = 28 * 8 * 100 / (instance.jobs[0].kernel.count() * 28);
  ASSERT_GE(loads.size(), 2);
  for (const SharedResource each : kAllSharedResources) {
    const double expected = per_sm * law.law.demand[index(each)].count();
    // the curve is corrected by some per cent
    EXPECT_NEAR(mean_load(loads, timeline.makespan)[index(each)], expected, 0.1 * expected + 1e-9);
  }
  EXPECT_GT(mean_load(loads, timeline.makespan)[index(SharedResource::dram)], 0.5);
  EXPECT_EQ(loads.back().busy, (std::array<double, kSharedResources>{}));
}

}  // namespace
}  // namespace warpshop::evaluate
