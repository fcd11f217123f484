// The simulation of kernels that share the GPU against a second one that knows every CTA by itself.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "sim/evaluate/evaluate.hpp"
#include "sim/model/split.hpp"
#include "sim/share/clients.hpp"
#include "sim/share/mechanisms.hpp"
#include "sim/share/share_policies.hpp"
#include "tests/support/planned_by.hpp"
#include "tests/support/sharing.hpp"
#include "tests/support/slow_sharing.hpp"

namespace warpshop::evaluate {
namespace {

constexpr double kSlowTolerance = 1e-6;

/// Four SMs, and kernels of which 8, 6, 4 and 3 CTAs fit into one by what they take.
const Instance& small_grids() {
  static const Instance stock = [] {
    Device device = test::device_of_subtasks("cycle-volta");
    device.sm->count = 4;
    device.launch_latency = Millis{2e-5};
    device.memory_bandwidth = BytesPerSecond{30e9};
    std::erase_if(device.co_run, [](const CoRunPoint& point) { return point.kernels[1] == "bs"; });
    device.kernels.erase("bs");
    device.kernels.at("vad1").cta->registers = 40;
    device.kernels.at("mm").cta->threads = 512;
    device.kernels.at("sten").cta->shared_memory = Bytes{30'000};
    for (auto& [name, kernel] : device.kernels) {
      kernel.invocation = Millis{name == "mm" ? 0 : 1e-4};
      kernel.eviction = Millis{name == "red" ? 5e-3 : 1e-4};
      kernel.transformation = name == "fma" ? 1.1 : 1;
    }
    std::vector<test::Grid> grids;
    for (const char* kernel : {"fma", "vad1", "mm", "sten", "red"}) {
      for (const std::int64_t subtasks : {1, 3, 14, 35, 61}) {
        grids.push_back({kernel, subtasks});
      }
    }
    return test::grids_on(device, grids);
  }();
  return stock;
}

/// Lengths of their own, so that ends do not tie but where they have to.
Instance uneven(Instance instance) {
  for (KernelWork& work : instance.work) {
    work.length *= 0.5 + *rc::gen::inRange(0, 1'000'001) * 1e-6;
  }
  return instance;
}

/// Some with phases of their own.
Instance with_phases(Instance instance) {
  for (KernelWork& work : instance.work) {
    if (*rc::gen::arbitrary<bool>()) {
      const double part = *rc::gen::inRange(1, 1000) * 1e-3;
      const auto any_speed = [] { return 0.2 + *rc::gen::inRange(0, 1'000'001) * 2e-6; };
      work.pace = static_cast<std::uint32_t>(instance.paces.size());
      instance.paces.push_back(
          {.phases = {{.part = part / 3, .speed = any_speed()}, {2 * part / 3, any_speed()}, {1 - part, any_speed()}}});
    }
  }
  return instance;
}

std::string slow_difference(const Instance& instance, const Plan& plan) {
  const Timeline fast = timeline(instance, plan);
  const test::SlowKernels slow = test::slow_kernels(instance, plan);
  const auto differ = [&](double a, double b, double of) { return !(std::abs(a - b) <= kSlowTolerance * of); };
  for (const Interval& kernel : fast.intervals) {
    const std::string who = "task " + std::to_string(kernel.task);
    if (differ(kernel.start.count(), slow.starts[kernel.task], fast.makespan.count())) {
      return who + " starts at " + std::to_string(kernel.start.count()) + ", slowly at " +
             std::to_string(slow.starts[kernel.task]);
    }
    if (differ(kernel.end.count(), slow.ends[kernel.task], fast.makespan.count())) {
      return who + " ends at " + std::to_string(kernel.end.count()) + ", slowly at " +
             std::to_string(slow.ends[kernel.task]);
    }
  }
  std::vector<std::vector<double>> done(instance.size(), std::vector<double>(4));
  for (const Residency& held : fast.residencies) {
    for (std::uint32_t sm = held.first_sm; sm < held.first_sm + held.sms; ++sm) {
      done[held.task][sm] += (held.subtasks - held.lost) / held.sms;
    }
  }
  for (std::uint32_t task = 0; task < instance.size(); ++task) {
    for (std::size_t sm = 0; sm < 4; ++sm) {
      if (differ(done[task][sm], slow.subtasks[task][sm], 100)) {
        return "task " + std::to_string(task) + " does " + std::to_string(done[task][sm]) + " subtasks on SM " +
               std::to_string(sm) + ", slowly " + std::to_string(slow.subtasks[task][sm]);
      }
    }
  }
  return "";
}

struct SlowCase {
  const char* policy;
  std::vector<double> split = {};
  Leaving leaving = Leaving::drain;  ///< another: how CTAs leave
};

std::ostream& operator<<(std::ostream& out, const SlowCase& which) {
  return out << which.policy << (which.split.empty() ? "" : " split")
             << (which.leaving == Leaving::save    ? " saved"
                 : which.leaving == Leaving::flush ? " flushed"
                                                   : "");
}

class SlowKernels : public testing::TestWithParam<SlowCase> {};

Plan plan_by_case(const SlowCase& which, const Instance& instance) {
  std::vector<double> split = which.split;
  if (which.policy == std::string("mps")) {
    split.resize(std::min(split.size(), share::Clients(instance).all().size()));
  }
  Plan plan = test::planned_by(which.policy, instance, split).plan;
  if (which.leaving != Leaving::drain) {
    static_cast<Mechanism&>(*plan.share) = share::preempting(*plan.share, which.leaving);
  }
  return plan;
}

/// The last SM is in none.
const std::vector<MemoryPartition> kUnlike{{.first = 0, .sms = 1, .bandwidth = 0.5},
                                           {.first = 1, .sms = 2, .bandwidth = 0.25}};

TEST_P(SlowKernels, StartEndAndWorkWhereTheFastOnesDo) {
  EXPECT_TRUE(rc::check(GetParam().policy, [] {
    const test::SharingDemands demands{.releases = *rc::gen::arbitrary<bool>(), .families = true};
    Instance instance = uneven(*test::tasks_of(small_grids(), 5, demands));
    instance.chip->grids = *rc::gen::inRange(1, 6);
    if (*rc::gen::arbitrary<bool>()) {
      instance = with_phases(std::move(instance));
    }
    Plan plan = plan_by_case(GetParam(), instance);
    RC_ASSERT(slow_difference(instance, plan) == "");
    plan.share->partitions = kUnlike;
    RC_ASSERT(slow_difference(instance, plan) == "");
  }));
}

/// Tasks of small_grids() by their places there, and how long a subtask of each is.
Instance chosen_grids(const Order& tasks, const std::vector<double>& lengths) {
  Instance instance = in_groups(small_grids(), std::array{tasks}).front();
  for (std::uint32_t task = 0; task < instance.size(); ++task) {
    instance.work[task].length *= lengths[task];
  }
  return instance;
}

/// Two kernels may have CTAs at once. The first, of client 1, has the 7 CTAs of "red" that fit on SM 0 and 1: its 14
/// subtasks. The second has the same limit, and finds no room there. The third, of client 2, may use SM 2, 3 and 0: it
/// gets 3 CTAs of "sten" on each of 2 and 3, and is the second that has any. SM 0 has room for one more of its CTAs,
/// but that is kept for the second kernel, which is ahead, though that cannot start before another ends. So its 14
/// subtasks are 6, 6 and 2: 7 on each of SM 2 and 3, none on SM 0.
TEST(FullOfGrids, KeepsRoomForTheKernelThatIsNext) {
  Instance instance = chosen_grids({22, 10, 17}, {0.9, 1, 1});
  instance.families = {1, 1, 2};
  instance.chip->grids = 2;
  const Plan plan = plan_by_case({"mps", {50, 75}}, instance);
  EXPECT_EQ(slow_difference(instance, plan), "");
  const test::SlowKernels slow = test::slow_kernels(instance, plan);
  const std::vector<std::vector<double>> expected{{7, 7, 0, 0}, {1, 0, 0, 0}, {0, 0, 7, 7}};
  for (std::size_t task = 0; task < expected.size(); ++task) {
    for (std::size_t sm = 0; sm < 4; ++sm) {
      EXPECT_NEAR(slow.subtasks[task][sm], expected[task][sm], 1e-9) << "task " << task << " on SM " << sm;
    }
  }
}

/// While all do their part of the last round together, some are told to leave: others are dealt what these would have
/// taken, and only the last of them help each other;
TEST(LeavingALastRound, GivesOthersWhatIsLeft) {
  const Instance instance = chosen_grids({9, 4, 0}, {0.975721, 1.046656, 0.5});
  Plan plan = plan_by_case({"smt"}, instance);
  plan.share->partitions = kUnlike;
  EXPECT_EQ(slow_difference(instance, plan), "");
}

/// those that have done their part wait for them, and slow nobody down.
TEST(LeavingALastRound, IsFasterOnceTheOthersWait) {
  const Instance instance = chosen_grids({4, 0, 6}, {0.5, 0.5, 0.5});
  EXPECT_EQ(slow_difference(instance, plan_by_case({"slicing"}, instance)), "");
}

/// The same, but that each decision says how CTAs leave, by what it gives whom.
template <const char* kPolicy>
share::Controller by_turns(const Instance& instance, const Share& share) {
  const auto* policy = find_in(share::policies(), kPolicy);
  return [decide = policy->sharing->start(instance, share)](const share::Observation& seen) {
    share::Decision decision = decide(seen);
    std::uint32_t sum = 0;
    for (const auto& [task, asked] : decision.allocations) {
      for (const SmRange& range : asked) {
        sum += task + range.first + range.sms * range.ctas;
      }
    }
    constexpr std::array kLeavings{Leaving::drain, Leaving::save, Leaving::flush};
    decision.leaving = kLeavings[sum % kLeavings.size()];
    return decision;
  };
}
constexpr char kOnDemand[] = "smk-od";

TEST(SlowKernelsByTurns, LeaveAsEachDecisionSays) {
  EXPECT_TRUE(rc::check([] {
    const test::SharingDemands demands{.releases = *rc::gen::arbitrary<bool>()};
    const Instance instance = uneven(*test::tasks_of(small_grids(), 5, demands));
    Plan plan = plan_by_case({kOnDemand}, instance);
    plan.share->start = by_turns<kOnDemand>;
    RC_ASSERT(slow_difference(instance, plan) == "");
  }));
}

INSTANTIATE_TEST_SUITE_P(Fixed, SlowKernels,
                         testing::Values(SlowCase{"leftover"}, SlowCase{"sequential"}, SlowCase{"smk"},
                                         SlowCase{"smk", {1, 2}}, SlowCase{"smk", {2, 1}}, SlowCase{"smt"},
                                         SlowCase{"smt", {1}}, SlowCase{"smt", {3}}, SlowCase{"slicing"},
                                         SlowCase{"spart"}, SlowCase{"mps", {50, 75}}, SlowCase{"timeslice", {1e-3}},
                                         SlowCase{"spart", {}, Leaving::save}, SlowCase{"spart", {}, Leaving::flush},
                                         SlowCase{"smk-od", {}, Leaving::save}, SlowCase{"smk-od", {}, Leaving::flush},
                                         SlowCase{"smk-p", {}, Leaving::save}, SlowCase{"smk-p", {}, Leaving::flush},
                                         SlowCase{"srt", {}, Leaving::save}, SlowCase{"rr", {5e-2}, Leaving::save},
                                         SlowCase{"rr", {3e-2}, Leaving::flush}, SlowCase{"fcfs"},
                                         SlowCase{"fcfs", {0.75}}, SlowCase{"accc", {1e-3}}),
                         [](const auto& parameter) {
                           std::string policy = parameter.param.policy;
                           std::erase(policy, '-');
                           return policy + std::to_string(parameter.index);
                         });

}  // namespace
}  // namespace warpshop::evaluate
