#include "sim/replay/replay.hpp"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sim/evaluate/evaluate.hpp"
#include "sim/files/device_store.hpp"
#include "sim/order/precedence.hpp"
#include "tests/support/instances.hpp"
#include "tests/support/reference.hpp"
#include "tests/support/timeline_rules.hpp"

namespace warpshop::replay {
namespace {

[[maybe_unused]] const bool kCasesSet = test::set_cases(300);

constexpr std::size_t kAllOrdersUpTo = 4;
const int kSampledOrders = test::cases(40);

void expect_agreement(const Instance& instance, const Plan& plan) {
  const double predicted = evaluate::makespan(instance, plan).count();
  EXPECT_NEAR(simulate({.devices = {instance}}, plan).makespan.count(), predicted, predicted * 1e-9);
}

class ShippedWorkloads : public testing::TestWithParam<std::string> {};

TEST_P(ShippedWorkloads, ReplayAgreesWithEvaluateOnEveryOrderOrOnFortyOfThem) {
  const Workload workload = test::shipped_workload(GetParam());
  for (const std::string& device : test::shipped_devices()) {
    SCOPED_TRACE(device);
    const Instance instance = resolve(workload, files::find_device(device));
    Plan plan{.order = test::order_of(instance.size())};
    if (instance.size() <= kAllOrdersUpTo) {
      do {
        expect_agreement(instance, plan);
      } while (std::next_permutation(plan.order.begin(), plan.order.end()));
      continue;
    }
    std::mt19937_64 generator(2023);
    for (int sample = 0; sample < kSampledOrders; ++sample) {
      std::shuffle(plan.order.begin(), plan.order.end(), generator);
      expect_agreement(instance, plan);
    }
  }
}

TEST_P(ShippedWorkloads, ReplayAgreesWithEvaluateOnFreeStreams) {
  const Workload workload = test::shipped_workload(GetParam());
  for (const std::string& device : test::shipped_devices()) {
    SCOPED_TRACE(device);
    const Instance instance = resolve(workload, files::find_device(device));
    Plan plan{test::order_of(instance.size()), Submission::streams};
    expect_agreement(instance, plan);
    std::reverse(plan.order.begin(), plan.order.end());
    expect_agreement(instance, plan);
  }
}

INSTANTIATE_TEST_SUITE_P(All, ShippedWorkloads, testing::ValuesIn(test::shipped_workloads()),
                         [](const auto& parameter) {
                           std::string name = parameter.param.substr(0, parameter.param.find('.'));
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

// Ties, zero durations, one engine and two, everything at once, in both submissions.
RC_GTEST_PROP(Replay, AgreesWithEvaluateOnAnyInstance, ()) {
  const Instance instance = *test::instance(*test::any_family(), 8);
  const auto submission = *rc::gen::element(Submission::ordered, Submission::streams);
  const Plan plan{test::order_of(instance.size()), submission};
  const Millis predicted = evaluate::makespan(instance, plan);
  const Millis replayed = simulate({.devices = {instance}}, plan).makespan;
  RC_LOG() << "evaluated " << predicted.count() << ", replayed " << replayed.count() << '\n';
  RC_ASSERT(std::abs((replayed - predicted).count()) <= std::max(1e-7, 1e-9 * predicted.count()));
}

RC_GTEST_PROP(Replay, AgreesWithEvaluateBehindGatesAndInRounds, ()) {
  const Instance instance = *test::instance(*test::any_family(), 8);
  const Plan plan = *test::held_up_plan(instance);
  const Millis predicted = evaluate::makespan(instance, plan);
  const Millis replayed = simulate({.devices = {instance}}, plan).makespan;
  RC_LOG() << "evaluated " << predicted.count() << ", replayed " << replayed.count() << '\n';
  RC_ASSERT(std::abs((replayed - predicted).count()) <= std::max(1e-7, 1e-9 * predicted.count()));
}

RC_GTEST_PROP(Replay, AgreesWithEvaluateWhateverTasksDemand, ()) {
  const Instance instance = test::demanding(*test::instance(*test::any_family(), 8), *test::any_demands());
  Plan plan = evaluate::plan_of(instance, order::feasible(instance, test::order_of(instance.size())));
  if (plan.rounds.empty() && *rc::gen::arbitrary<bool>()) {
    plan.submission = Submission::streams;
  }
  const Millis predicted = evaluate::makespan(instance, plan);
  const Millis replayed = simulate({.devices = {instance}}, plan).makespan;
  RC_LOG() << "evaluated " << predicted.count() << ", replayed " << replayed.count() << '\n';
  RC_ASSERT(std::abs((replayed - predicted).count()) <= std::max(1e-7, 1e-9 * predicted.count()));
}

TEST(Replay, TheTimelineOfTheBestOrderIsThatOfTheModel) {
  const Instance instance = test::four_tasks_on_k20c();
  const Plan plan{.order = {1, 2, 0, 3}};
  const Timeline replayed = simulate({.devices = {instance}}, plan);
  EXPECT_NEAR(replayed.makespan.count(), 26.570185184, 1e-8);
  EXPECT_EQ(test::broken_rule(instance, plan, replayed), "");
}

TEST(Replay, ALongPlanKeepsItsPrecision) {
  Instance instance = test::four_tasks_on_k20c();
  std::vector<Job> jobs;
  for (int i = 0; i < 5000; ++i) {
    jobs.push_back(instance.jobs[static_cast<std::size_t>(i) % 4]);
  }
  instance.jobs = jobs;
  expect_agreement(instance, {.order = test::order_of(jobs.size())});
}

}  // namespace
}  // namespace warpshop::replay
