// Plans whose kernels share a chip in virtual time: the controllers of the simulator, on BSUs that come and go.
#include "dispatch/share/execution.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "dispatch/share/grants.hpp"
#include "sim/evaluate/evaluate.hpp"
#include "sim/evaluate/prepare_sharing.hpp"
#include "sim/model/error.hpp"
#include "sim/share/share_plan.hpp"
#include "sim/share/share_policies.hpp"
#include "tests/dispatch/share/played.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/sharing.hpp"

namespace warpshop::dispatch {
namespace {

Plan plan_by(std::string_view policy, const Instance& instance) {
  Plan plan{.order = input_order(instance.size()), .submission = Submission::streams};
  plan.share = share::share_of(policy, instance, {});
  return plan;
}

/// CTAs of each of two kernels on the first SM when the first of them ends: the split that was found.
std::array<std::int64_t, 2> split_found(const Timeline& timeline) {
  const Millis end = std::min(timeline.intervals[0].end, timeline.intervals[1].end) * (1 - 1e-3);
  std::array<std::int64_t, 2> ctas{};
  for (const Residency& held : timeline.residencies) {
    if (held.first_sm == 0 && held.start <= end && end < held.end) {
      ctas[held.task] += held.ctas_per_sm;
    }
  }
  return ctas;
}

/// On thirty pairs FlexSched walks to the same split, or to a neighbour that is nearly as good: a window counts whole
/// subtasks, and those that end in it differ by one where CTAs come one after the other.
TEST(Execution, FindsTheSplitThatTheSimulatorFinds) {
  constexpr int kPairs = test::kSanitized ? 2 : 30;
  const Device device = test::device_of_subtasks("titanx");
  const auto of = [&](const std::string& name) {
    return test::Grid{name, static_cast<std::int64_t>(20 * device.kernels.at(name).by_ctas.back().rate.value)};
  };
  int pairs = 0;
  int same = 0;
  for (auto one = device.kernels.begin(); one != device.kernels.end(); ++one) {
    for (auto other = std::next(one); other != device.kernels.end(); ++other) {
      if (std::distance(one, other) % 2 != 0 || pairs == kPairs) {
        continue;
      }
      const Instance instance = test::grids_on(device, {of(one->first), of(other->first)});
      const Plan plan = plan_by("flexsched", instance);
      const Timeline predicted = evaluate::timeline(instance, plan);
      Played played(instance, device);
      const Timeline measured = played.run(plan);
      EXPECT_TRUE(played.each_subtask_once());
      const bool is_same = split_found(predicted) == split_found(measured);
      EXPECT_NEAR(measured.makespan / predicted.makespan, 1, is_same ? 0.011 : 0.06) << one->first << other->first;
      ++pairs;
      same += is_same ? 1 : 0;
    }
  }
  EXPECT_EQ(pairs, kPairs);
  EXPECT_GE(10 * same, 8 * pairs);
}

/// Copies, releases and precedence, of kernels that take both kinds of limits.
Instance mixed_tasks(const Device& device) {
  Workload workload{.name = "mixed", .file = {}, .tasks = {}};
  const auto add = [&](const std::string& kernel, double ms, std::int64_t in, std::int64_t out) -> Task& {
    Task& task = workload.tasks.emplace_back();
    task.name = "t" + std::to_string(workload.tasks.size());
    const double rate = device.kernels.at(kernel).by_ctas.back().rate.value;
    task.kernel = KernelSpec{.work = KernelCall{kernel, static_cast<std::int64_t>(ms * rate)}, .mark = {}};
    task.h2d = CopySpec{.amount = Bytes{in << 20}};
    task.d2h = CopySpec{.amount = Bytes{out << 20}};
    return task;
  };
  add("va", 8, 24, 8);
  add("pf", 5, 8, 1);
  add("red", 6, 40, 1).release = Millis{2};
  add("mm", 9, 4, 4).weight = 2;
  add("bs", 4, 16, 16).after = {{.task = "t1", .lag = Millis{0.5}}};
  add("hcedd", 7, 8, 8).after = {{.task = "t2"}, {.task = "t4"}};
  Instance instance = resolve(workload, device);
  evaluate::prepare_sharing(instance, device);
  return instance;
}

/// Every policy that may be dispatched, on what it is for. Those that decide by what they see in windows may decide
/// otherwise: they count whole subtasks. Nobody pays the profile's `eviction`, as CTAs leave when their subtasks end.
TEST(Execution, TakesAsLongAsInTheSimulator) {
  const Device device = test::device_of_subtasks("titanx");
  const Instance instance = mixed_tasks(device);
  const std::set<std::string> look{"flexsched", "flexsched-latency", "hpsm-fair",
                                   "hsm-fair",  "hpsm-fair-smt",     "hsm-fair-smt"};
  int tried = 0;
  for (const Policy& policy : share::policies()) {
    Played played(instance, device);
    if (test::kSanitized && tried == 3) {
      return;
    }
    if (policy.of_clients || dispatch::refusal(*policy.sharing, played.properties())) {
      continue;
    }
    const Plan plan = policy.plan(instance, {}).plan;
    const Timeline predicted = evaluate::timeline(instance, plan);
    const Timeline measured = played.run(plan);
    EXPECT_NEAR(measured.makespan / predicted.makespan, 1, look.count(policy.name) > 0 ? 0.1 : 0.035) << policy.name;
    EXPECT_TRUE(played.each_subtask_once()) << policy.name;
    ASSERT_EQ(measured.intervals.size(), predicted.intervals.size()) << policy.name;
    for (std::size_t i = 0; i < measured.intervals.size(); ++i) {
      EXPECT_EQ(measured.intervals[i].task, predicted.intervals[i].task);
      EXPECT_EQ(measured.intervals[i].stage, predicted.intervals[i].stage);
    }
    ++tried;
  }
  EXPECT_EQ(tried, 18);
}

/// CTAs of a kernel on the SMs that it was given, and nowhere else, whoever was there before.
TEST(Execution, KeepsKernelsToTheirSms) {
  const Device device = test::device_of_subtasks("titanx");
  const Instance instance = mixed_tasks(device);
  const Plan plan = plan_by("smt", instance);
  Played played(instance, device);
  const Timeline measured = played.run(plan);
  for (const Residency& one : measured.residencies) {
    for (const Residency& other : measured.residencies) {
      const bool meet = one.first_sm < other.first_sm + other.sms && other.first_sm < one.first_sm + one.sms;
      const Millis together = std::min(one.end, other.end) - std::max(one.start, other.start);
      EXPECT_FALSE(one.task != other.task && meet && together > Millis{0.01}) << one.task << ' ' << other.task;
    }
  }
}

/// A controller that gives nobody anything.
TEST(Execution, SaysThatNobodyWillEverStart) {
  const Device device = test::device_of_subtasks("titanx");
  const Instance instance = mixed_tasks(device);
  Plan plan = plan_by("smk", instance);
  plan.share->start = [](const Instance&, const Share&) -> share::Controller {
    return [](const share::Observation&) { return share::Decision{}; };
  };
  Played played(instance, device);
  EXPECT_THROW(played.run(plan), std::logic_error);
}

/// What a run of these tasks, of which one never ends, throws.
std::string said_of_a_kernel_that_hangs(const Instance& instance, const Device& device, std::uint32_t hangs,
                                        std::string_view policy) {
  Played played(instance, device, hangs);
  try {
    played.run(plan_by(policy, instance));
  } catch (const DeviceError& error) {
    EXPECT_EQ(error.kind(), DeviceError::Kind::hangs);
    return error.what();
  }
  return "nothing";
}

/// Whether it was told to leave, or everybody waits for it: it is named, and the run ends. What the device holds is
/// never given back.
TEST(Execution, NamesAKernelThatNeverEnds) {
  if (test::kSanitized) {
    GTEST_SKIP() << "what a device that hangs holds is not given back";
  }
  const Device device = test::device_of_subtasks("titanx");
  const Instance instance = test::grids_on(device, {{"mm", 7000}, {"bs", 20000}});
  for (const std::uint32_t hangs : {0U, 1U}) {
    const std::string said = said_of_a_kernel_that_hangs(instance, device, hangs, "smk");
    EXPECT_NE(said.find(fmt::format("task t{}, kernel: nothing of it has gone on for 1.", hangs)), std::string::npos)
        << said;
  }
  const std::string said = said_of_a_kernel_that_hangs(instance, device, 0, "flexsched");
  EXPECT_EQ(said.find("task t0, kernel: CTAs that were told to leave 1."), 0U) << said;
}

}  // namespace
}  // namespace warpshop::dispatch
