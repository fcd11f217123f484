// What every registered way of sharing the GPU keeps to where clients go on.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/evaluate/clients/client_simulation.hpp"
#include "sim/evaluate/events/shared/shared_simulation.hpp"
#include "sim/evaluate/rates/kernel_on_sms.hpp"
#include "sim/model/whole_gpu.hpp"
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
  for (const ClientOutcome& client : outcome.clients) {
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

/// How far off its mean latency the chain may be under quotas, which split the SMs between two without goals. Between
/// its kernels, which are a lag apart, the other takes its half of the SMs as well, and leaves it at the end of plain
/// subtasks. By themselves these CTAs take a round R then; in step they fall in with the other half, and leave up to
/// R / 2 sooner. Of n requests that come at random this meets those that come while the other runs: a part f of them,
/// with three standard errors √(f (1 - f) / n). With a chain of one kernel there is no such difference.
double off_by_phases(const Instance& instance, const ClientsOutcome& outcome) {
  const evaluate::KernelOnSms other = evaluate::kernel_on_sms(instance, 2, KernelForm::plain);
  const double kernel = instance.jobs[2].kernel.count();
  const double rounds = static_cast<double>(other.subtasks) / (sms_of(instance) * static_cast<double>(other.per_sm));
  const double counted = 0.9 * instance.clients.horizon.count();
  const double part = static_cast<double>(outcome.clients[1].answers) * kernel / counted;
  const double error = std::sqrt(part * (1 - part) / static_cast<double>(outcome.clients[0].answers));
  return (part + 3 * error) * kernel / rounds / 2 / outcome.clients[0].all_latencies().mean();
}

TEST_P(ClientContract, CtasThatStayInStepAreNearThoseThatDrift) {
  const Instance instance = clients_on(policy(), PoissonArrivals{{60}}, ClosedArrivals{1, Millis{5}, false});
  const Plan planned = plan(policy(), instance);
  const auto waves = evaluate::simulate_clients(instance, planned, {.seed = 5});
  const auto staggered = evaluate::simulate_clients(instance, planned, {.seed = 5, .staggered = true});
  const bool of_quotas = policy().name.rfind("quota-", 0) == 0;
  for (std::size_t client = 0; client < 2; ++client) {
    EXPECT_NEAR(waves.clients[client].all_latencies().mean() / staggered.clients[client].all_latencies().mean(), 1,
                of_quotas && client == 0 ? off_by_phases(instance, staggered) : 0.05)
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
