// Quotas of clients whose requests come and go.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/evaluate/clients/client_simulation.hpp"
#include "tests/support/planned_by.hpp"
#include "tests/support/sharing.hpp"

namespace warpshop::share {
namespace {

/// A client with a goal, whose requests take 8 ms of their own and come at random, beside one that always asks.
Instance comes_and_goes(double goal) {
  Instance instance = test::grids_on(test::device_of_subtasks("titanx"), {{"va", 400'000}, {"mm", 16'000}});
  instance.clients.horizon = Millis{4000};
  instance.clients.all = {{.name = "va",
                           .tasks = {0, 1},
                           .arrivals = PoissonArrivals{{0.2 * 1000 / instance.jobs[0].kernel.count()}},
                           .goal = SpeedGoal{goal}},
                          {.name = "mm", .tasks = {1, 1}, .arrivals = ClosedArrivals{1}}};
  return instance;
}

/// The controller that is watched, which a plan can only name by a function.
using Start = Controller (*)(const Instance& instance, const Share& share);
Start& watched_start() {
  static Start start = nullptr;
  return start;
}

Controller watch_idle(const Instance& instance, const Share& share) {
  using Left = std::map<std::uint32_t, std::vector<double>>;  // by task and SM, as it was last told
  return [decide = watched_start()(instance, share), left = Left()](const Observation& seen) mutable {
    Decision decision = decide(seen);
    for (const auto& [task, allowance] : decision.allowances) {
      std::vector<double>& its = left.try_emplace(task, 28, kUnlimited).first->second;
      std::fill_n(its.begin() + allowance.first, allowance.sms, allowance.subtasks);
    }
    for (std::uint32_t sm = 0; sm < 28; ++sm) {
      bool rest_holds = false;
      bool anybody_may = false;
      const auto holds = [sm](const Allocation& its) {
        return std::any_of(its.begin(), its.end(), [sm](const SmRange& range) {
          return range.first <= sm && sm < range.first + range.sms && range.ctas > 0;
        });
      };
      for (const Running& kernel : seen.running) {
        rest_holds |= kernel.task == 1 && holds(kernel.held);
        anybody_may |= holds(kernel.held) && left.try_emplace(kernel.task, 28, kUnlimited).first->second[sm] > 0;
      }
      // Those that are given CTAs there have them at the end of this instant, if they have subtasks for them.
      for (const auto& [task, asked] : decision.allocations) {
        anybody_may |= holds(asked) && left.try_emplace(task, 28, kUnlimited).first->second[sm] > 0;
      }
      EXPECT_TRUE(!rest_holds || anybody_may) << "SM " << sm << " at " << seen.now.count() << " ms";
    }
    return decision;
  };
}

class QuotaClients : public testing::TestWithParam<std::string> {};

TEST_P(QuotaClients, NoSmIsHeldByOneWithoutAGoalWhereNobodyMayWork) {
  const Instance instance = comes_and_goes(0.5);
  Plan plan = test::planned_by("quota-" + GetParam(), instance, {0.1, 0.01, 1}).plan;
  watched_start() = plan.share->start;
  plan.share->start = watch_idle;
  for (const bool staggered : {false, true}) {
    const auto outcome = evaluate::simulate_clients(instance, plan, {.staggered = staggered});
    EXPECT_GT(outcome.clients[0].answers, 50U);
    EXPECT_GT(outcome.clients[1].answers, 50U);
  }
}

TEST_P(QuotaClients, AGoalIsKeptOnTheWholeAndTheOtherHasTheRest) {
  const Instance instance = comes_and_goes(0.5);
  const Plan plan = test::planned_by("quota-" + GetParam(), instance, {0.1, 0.01, 1}).plan;
  const auto outcome = evaluate::simulate_clients(instance, plan, {});
  const double va = instance.jobs[0].kernel.count();
  const double mm = instance.jobs[1].kernel.count();
  // At half the speed with a load of 0.2 it is served at a load of 0.4: 2 (1 + 0.4 / (2 · 0.6)) = 2.67 of its time
  // alone (M/D/1), and less for the time in which it has the GPU to itself; more for those CTAs that it waits for.
  EXPECT_LT(outcome.clients[0].all_latencies().mean(), 3.3 * va);
  EXPECT_GT(outcome.clients[0].all_latencies().mean(), va);
  // The other has at least what the first leaves idle, and no more than all but what it needs alone.
  const double share = static_cast<double>(outcome.clients[1].answers) * mm / (0.9 * 4000);
  EXPECT_GT(share, 0.6);
  EXPECT_LT(share, 1.0);
}

INSTANTIATE_TEST_SUITE_P(Rules, QuotaClients, testing::Values("naive", "history", "elastic", "rollover", "time"));

/// Six clients hold parts of the SMs that begin and end in the middle of those on which others stand still.
Instance six_clients() {
  Instance instance = test::grids_on(
      test::device_of_subtasks("titanx"),
      {{"va", 90'000}, {"mm", 16'000}, {"pf", 3'000}, {"spmv", 40'000}, {"hst256", 7'000}, {"va", 2'000}});
  instance.clients.horizon = Millis{300};
  for (std::uint32_t task = 0; task < instance.size(); ++task) {
    const double alone = instance.jobs[task].kernel.count();
    instance.clients.all.push_back({.name = "client " + std::to_string(task),
                                    .tasks = {task, 1},
                                    .arrivals = PoissonArrivals{{0.15 * 1000 / alone}}});
  }
  instance.clients.all[1].arrivals = ClosedArrivals{1};
  instance.clients.all[0].goal = SpeedGoal{0.4};
  return instance;
}

class QuotasOfSix : public testing::TestWithParam<std::string> {};

TEST_P(QuotasOfSix, AreTheSameWhateverMemoryHeldBefore) {
  const Instance instance = six_clients();
  const Plan plan = test::planned_by(GetParam(), instance).plan;
  const auto once = evaluate::simulate_clients(instance, plan, {.seed = 3});
  {
    std::vector<std::vector<double>> other;
    for (std::size_t size = 1; size < 400; ++size) {
      other.emplace_back(size, 1e9);
    }
  }
  const auto again = evaluate::simulate_clients(instance, plan, {.seed = 3});
  EXPECT_EQ(once.end, again.end);
  for (std::size_t client = 0; client < 6; ++client) {
    EXPECT_GT(once.clients[client].arrived, 3U);
    EXPECT_TRUE(once.clients[client].latencies == again.clients[client].latencies) << "client " << client;
  }
}

INSTANTIATE_TEST_SUITE_P(Rules, QuotasOfSix,
                         testing::Values("quota-naive", "quota-history", "quota-elastic", "quota-rollover",
                                         "quota-time"),
                         [](const auto& each) { return "rule_" + each.param.substr(6); });

}  // namespace
}  // namespace warpshop::share
