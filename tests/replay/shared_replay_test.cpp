// Kernels that share the GPU: the event model against the evaluation.
#include <algorithm>
#include <cmath>
#include <span>
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sim/evaluate/evaluate.hpp"
#include "sim/files/device_store.hpp"
#include "sim/replay/replay.hpp"
#include "sim/share/share_policies.hpp"
#include "sim/study/policy_choice.hpp"
#include "sim/study/problem.hpp"
#include "tests/support/planned_by.hpp"
#include "tests/support/reference.hpp"
#include "tests/support/sharing.hpp"

namespace warpshop::replay {
namespace {

/// Where the two differ by more than 1e-6 of the makespan; empty: nowhere.
std::string shared_difference(const Instance& instance, const Plan& plan) {
  const Timeline evaluated = evaluate::timeline(instance, plan);
  const Timeline replayed = simulate(instance, plan);
  const double tolerance = 1e-6 * evaluated.makespan.count();
  for (std::size_t i = 0; i < evaluated.intervals.size(); ++i) {
    const Interval& one = evaluated.intervals[i];
    const Interval& other = replayed.intervals.at(i);
    if (one.task != other.task || std::abs((one.start - other.start).count()) > tolerance ||
        std::abs((one.end - other.end).count()) > tolerance) {
      return plan.share->policy + ": task " + std::to_string(one.task) + " ends at " + std::to_string(one.end.count()) +
             ", replayed at " + std::to_string(other.end.count());
    }
  }
  return "";
}

TEST(SharedReplay, AgreesWithEvaluateOnEveryShippedWorkloadOfCoExecution) {
  const Device device = files::find_device("titanx");
  for (const std::string name : {"two-kernels", "eight-kernels", "described-kernels"}) {
    const Workload workload = test::shipped_workload("co-execution/" + name + ".yaml");
    study::Problem problem = study::make_problem(workload, device);
    study::prepare_sharing(problem, std::span(&device, 1));
    const Instance& instance = problem.fleet.tasks();
    for (const Policy& policy : share::policies()) {
      if (!share::refusal(policy, workload, std::span(&device, 1))) {
        const Plan plan = policy.plan(instance, {}).plan;
        EXPECT_EQ(plan.share ? shared_difference(instance, plan) : "", "") << name;
      }
    }
  }
}

/// A copy in of 1 ms and a kernel of 1 ms; a kernel of 3 ms that is released at 1 ms, as that copy ends.
Workload copy_and_release(bool with_shapes) {
  const auto kernel = [&](double time) {
    const KernelShape shape{.time = Millis{time}, .ctas = 1000, .cta = {.threads = 256}};
    return with_shapes ? KernelSpec{.work = shape, .mark = {}} : KernelSpec{.work = Millis{time}, .mark = {}};
  };
  Task copied{.name = "t0", .h2d = CopySpec{.amount = Millis{1}, .mark = {}}, .kernel = kernel(1), .d2h = {}};
  Task released{.name = "t1", .h2d = {}, .kernel = kernel(3), .d2h = {}};
  released.release = Millis{1};
  return {.name = "tie", .file = {}, .tasks = {copied, released}};
}

TEST(SharedReplay, WhereACopyEndsAsATaskIsReleasedTheEarlierTaskGoesFirst) {
  const Device device = files::find_device("titanx");
  for (const bool with_shapes : {false, true}) {
    study::Problem problem = study::make_problem(copy_and_release(with_shapes), device);
    study::prepare_sharing(problem, std::span(&device, 1));
    const Instance& instance = problem.fleet.tasks();
    for (const std::string name : {"sequential", "leftover", "timeslice", "spart"}) {
      const Plan plan = test::planned_by(name, instance, std::vector<double>(name == "timeslice" ? 1 : 0, 2.0)).plan;
      EXPECT_EQ(shared_difference(instance, plan), "") << name;
      if (!with_shapes) {
        EXPECT_NEAR(simulate(instance, plan).intervals[1].end.count(), 2, 1e-9) << name;
      }
    }
  }
}

/// At 4.5 ms the first round of the first kernel ends, and the copy of the second task, which lets a kernel go that has
/// CTAs of the first one leave. The two helped each other before that, or after, as one engine or the other told it.
TEST(SharedReplay, WhereACopyEndsAsARoundDoesSpeedsAreSetOnceForBoth) {
  Device device = files::find_device("titanx");
  device.interference = Interference{1, 1, 0.25, 1};
  const auto task = [](const std::string& name, Millis copy, KernelShape kernel) {
    return Task{.name = name,
                .h2d = CopySpec{.amount = copy, .mark = {}},
                .kernel = KernelSpec{.work = kernel, .mark = {}},
                .d2h = {}};
  };
  const KernelShape first{.time = Millis{3}, .ctas = 400, .cta = {.threads = 256}};
  const KernelShape second{.time = Millis{1}, .ctas = 225, .cta = {.threads = 256}};
  const Workload workload{
      .name = "tie", .file = {}, .tasks = {task("t0", Millis{3}, first), task("t1", Millis{1.5}, second)}};
  study::Problem problem = study::make_problem(workload, device);
  study::prepare_sharing(problem, std::span(&device, 1));
  const Instance& instance = problem.fleet.tasks();
  EXPECT_EQ(shared_difference(instance, test::planned_by("smt", instance, {14}).plan), "");
}

/// More than a thousand plans: three policies on each random workload. joint is one of the others' plans.
TEST(SharedReplay, AgreesWithEvaluateOnRandomWorkloads) {
  const Instance stock =
      test::grids_on(test::device_of_subtasks("titanx"),
                     {{"va", 5000}, {"pf", 3000}, {"mm", 900}, {"bs", 40}, {"red", 223}, {"spmv", 1}});
  int plans = 0;
  EXPECT_TRUE(rc::check("three policies", [&] {
    Instance instance = *test::tasks_of(stock, 6, *test::any_sharing_demands());
    const double beside = *rc::gen::element(1.0, 0.97, 0.6);
    instance.chip->interference = Interference{.h2d_beside_kernel = beside,
                                               .d2h_beside_kernel = 0.5 + beside / 2,
                                               .kernel_beside_h2d = 0.25 + beside * 3 / 4,
                                               .kernel_beside_d2h = beside};
    for (Job& job : instance.jobs) {
      for (Copy& copy : job.copies) {
        copy.latency = *rc::gen::element(0.0, 0.01, 0.5) * copy.payload;
      }
    }
    const bool opaque = std::any_of(instance.work.begin(), instance.work.end(),
                                    [](const KernelWork& work) { return work.kernel == KernelWork::kNone; });
    for (int draw = 0; draw < 3; ++draw) {
      const Policy& policy = *rc::gen::elementOf(share::policies());
      if (!policy.sharing->needs_mig && policy.name != "joint" && !(opaque && policy.sharing->needs_shapes)) {
        RC_ASSERT(shared_difference(instance, policy.plan(instance, {}).plan) == "");
        ++plans;
      }
    }
  }));
  EXPECT_GE(plans, test::cases(1000));
}

}  // namespace
}  // namespace warpshop::replay
