// What every registered way of sharing the GPU keeps to where clients go on.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/evaluate/clients/client_simulation.hpp"
#include "sim/evaluate/events/shared/shared_simulation.hpp"
#include "sim/share/share_policies.hpp"
#include "tests/support/sharing.hpp"

namespace warpshop::share {
namespace {

/// Two clients, one of chains of two kernels, or so many requests that come at once, on a chip that the policy takes.
Instance clients_on(const Policy& policy, Arrivals first, Arrivals second) {
  Device device = test::device_of_subtasks("titanx");
  if (policy.sharing->needs_mig) {
    test::make_a100(device);
  }
  Instance instance = test::grids_on(device, {{"va", 9'000}, {"pf", 700}, {"mm", 3'000}});
  for (Job& job : instance.jobs) {
    job.has[0] = job.has[2] = true;
    job.copies[0].payload = Millis{0.05};
    job.copies[1].payload = Millis{0.02};
  }
  instance.precedence = {{.before = 0, .after = 1, .lag = Millis{0.01}}};
  if (!policy.sharing->one_process) {
    instance.families = {1, 1, 2};
  }
  instance.clients.horizon = Millis{400};
  instance.clients.all = {{.name = "chain", .tasks = {0, 2}, .arrivals = std::move(first)},
                          {.name = "one", .tasks = {2, 1}, .arrivals = std::move(second)}};
  return instance;
}

class ClientContract : public testing::TestWithParam<std::string> {
 protected:
  const Policy& policy() const { return *find_in(policies(), GetParam()); }
  /// Of a search: what it finds for one request each.
  static Plan plan(const Policy& policy, const Instance& instance) { return policy.plan(instance, {}).plan; }
};

TEST_P(ClientContract, OneRequestOfEachIsABatch) {
  const Instance instance = clients_on(policy(), ArrivalsAtOnce{1}, ArrivalsAtOnce{1});
  const Plan planned = plan(policy(), instance);
  for (const bool staggered : {false, true}) {
    const auto outcome = evaluate::simulate_clients(instance, planned, {.staggered = staggered});
    const Timeline batch =
        staggered ? evaluate::staggered_timeline(instance, planned) : evaluate::wave_timeline(instance, planned);
    EXPECT_DOUBLE_EQ(outcome.end.count(), batch.makespan.count());
    std::vector<double> ends(instance.size());
    for (const Interval& interval : batch.intervals) {
      ends[interval.task] = std::max(ends[interval.task], interval.end.count());
    }
    EXPECT_DOUBLE_EQ(outcome.clients[0].all_latencies().largest(), ends[1]);
    EXPECT_DOUBLE_EQ(outcome.clients[1].all_latencies().largest(), ends[2]);
  }
}

TEST_P(ClientContract, EveryRequestIsAnsweredOnce) {
  const Instance instance = clients_on(policy(), PoissonArrivals{{60}}, ClosedArrivals{3, Millis{20}, true});
  const Plan planned = plan(policy(), instance);
  const auto outcome = evaluate::simulate_clients(instance, planned, {.seed = 7});
  for (const evaluate::ClientOutcome& client : outcome.clients) {
    EXPECT_GT(client.arrived, 10U);
    EXPECT_EQ(client.unfinished, 0U);
    EXPECT_EQ(client.all_latencies().count(), client.arrived);
    EXPECT_GE(client.waited.count(), 0);
  }
  EXPECT_GE(outcome.clients[0].all_latencies().smallest(),
            (instance.jobs[0].alone(Stage::h2d) + instance.jobs[1].alone(Stage::d2h)).count());
}

TEST_P(ClientContract, TheSameSeedGivesTheSameFigures) {
  const Instance instance = clients_on(policy(), PoissonArrivals{{60}}, PeriodicArrivals{Millis{9}});
  const Plan planned = plan(policy(), instance);
  const auto once = evaluate::simulate_clients(instance, planned, {.seed = 3});
  const auto again = evaluate::simulate_clients(instance, planned, {.seed = 3});
  const auto other = evaluate::simulate_clients(instance, planned, {.seed = 4});
  EXPECT_EQ(once.clients[0].latencies, again.clients[0].latencies);
  EXPECT_EQ(once.end, again.end);
  EXPECT_NE(once.clients[0].arrived, 0U);
  EXPECT_NE(once.clients[0].latencies, other.clients[0].latencies);
}

TEST_P(ClientContract, CtasThatStayInStepAreNearThoseThatDrift) {
  const Instance instance = clients_on(policy(), PoissonArrivals{{60}}, ClosedArrivals{1, Millis{5}, false});
  const Plan planned = plan(policy(), instance);
  const auto waves = evaluate::simulate_clients(instance, planned, {.seed = 5});
  const auto staggered = evaluate::simulate_clients(instance, planned, {.seed = 5, .staggered = true});
  // Of plain CTAs that make room for others 0.058 was seen, with the allowances of quotas and without any.
  const double most = policy().name.rfind("quota-", 0) == 0 ? 0.07 : 0.05;
  for (std::size_t client = 0; client < 2; ++client) {
    EXPECT_NEAR(waves.clients[client].all_latencies().mean() / staggered.clients[client].all_latencies().mean(), 1,
                most)
        << "client " << client;
  }
}

std::vector<std::string> names() {
  std::vector<std::string> names;
  for (const Policy& policy : policies()) {
    if (policy.sharing->start != nullptr || !policy.options.empty()) {
      names.push_back(policy.name);
    }
  }
  return names;
}

std::string test_name(const testing::TestParamInfo<std::string>& policy) {
  std::string name = policy.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Policies, ClientContract, testing::ValuesIn(names()), test_name);

}  // namespace
}  // namespace warpshop::share
