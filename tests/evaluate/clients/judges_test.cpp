// The simulation of clients held against those who know better: request by request against
// tests/support/slow_clients.hpp, and against queueing theory on requests that it draws itself.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "sim/evaluate/clients/client_simulation.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/plan.hpp"
#include "sim/model/whole_gpu.hpp"
#include "sim/stats/batch_means.hpp"
#include "sim/stats/quantile.hpp"
#include "tests/support/any_values.hpp"
#include "tests/support/judged_clients.hpp"
#include "tests/support/planned_by.hpp"
#include "tests/support/queueing.hpp"
#include "tests/support/sharing.hpp"
#include "tests/support/slow_clients.hpp"

namespace warpshop::evaluate {
namespace {

using test::Asking;
using test::by_priority;
using test::by_quarters;
using test::fine_kernels;
using test::in_slices;
using test::instance_of;
using test::kChipSms;
using test::service_of;

// Request by request: of a simulation there are the figures of each client, these are compared.

/// Whole milliseconds, so that much happens at once: of several then the client of the smaller number comes first.
test::SlowRequests any_recorded() {
  test::SlowRequests requests(test::any_number<std::size_t>(1, 20));
  const double services[] = {static_cast<double>(test::any_number(1, 6)), static_cast<double>(test::any_number(1, 6)),
                             static_cast<double>(test::any_number(1, 6))};
  double arrival = 0;
  for (test::SlowRequest& request : requests) {
    arrival += std::max(0, test::any_number(-3, 8));
    const auto client = test::any_number<std::size_t>(0, 3);
    request = {.arrival = arrival, .service = services[client], .client = client};
  }
  // Each client has a request at least: what it takes is known from it.
  for (std::size_t client = 0; client < 3; ++client) {
    requests.push_back({.arrival = arrival, .service = services[client], .client = client});
  }
  std::stable_sort(requests.begin(), requests.end(), [](const test::SlowRequest& a, const test::SlowRequest& b) {
    return std::pair(a.arrival, a.client) < std::pair(b.arrival, b.client);
  });
  return requests;
}

Instance recorded_instance(const test::SlowRequests& requests, std::uint32_t streams) {
  std::vector<Asking> clients(3);
  for (std::size_t client = 0; client < clients.size(); ++client) {
    RecordedArrivals arrivals;
    for (const test::SlowRequest& request : requests) {
      if (request.client == client) {
        arrivals.times.emplace_back(request.arrival);
        clients[client].service = request.service;
      }
    }
    clients[client].arrivals = arrivals;
    clients[client].priority = -static_cast<int>(client);
  }
  return instance_of(clients, 1e6, streams);
}

void assert_same(const ClientsOutcome& found, const test::SlowRequests& requests, const std::vector<double>& judged) {
  RC_ASSERT(std::abs(found.end.count() - *std::max_element(judged.begin(), judged.end())) < 1e-6);
  for (std::size_t client = 0; client < found.clients.size(); ++client) {
    std::vector<double> latencies;
    double sum = 0;
    for (std::size_t i = 0; i < requests.size(); ++i) {
      if (requests[i].client == client) {
        latencies.push_back(judged[i] - requests[i].arrival);
        sum += latencies.back();
      }
    }
    std::sort(latencies.begin(), latencies.end());
    const stats::LatencyHistogram all = found.clients[client].all_latencies();
    RC_ASSERT(all.count() == latencies.size());
    RC_ASSERT(found.clients[client].unfinished == 0U);
    RC_ASSERT(std::abs(all.mean() - sum / static_cast<double>(latencies.size())) < 1e-6);
    RC_ASSERT(std::abs(all.smallest() - latencies.front()) < 1e-6);
    RC_ASSERT(std::abs(all.largest() - latencies.back()) < 1e-6);
    for (std::size_t i = 0; i < latencies.size() && latencies.size() > 1; ++i) {
      const double part = static_cast<double>(i) / static_cast<double>(latencies.size() - 1);
      const double exact = stats::quantile(latencies, part);
      RC_ASSERT(std::abs(all.quantile(part) - exact) <= stats::LatencyHistogram::kError * exact + 1e-6);
    }
  }
}

TEST(ClientJudges, RequestByRequestTheFirstReadyIsServed) {
  EXPECT_TRUE(rc::check([] {
    const test::SlowRequests requests = any_recorded();
    const auto streams = test::any_number<std::uint32_t>(1, 4);
    assert_same(simulate_clients(recorded_instance(requests, streams), Plan{}, {}), requests,
                test::ends_by_readiness(requests, streams));
  }));
}

TEST(ClientJudges, RequestByRequestTheFirstReadyIsServedByControllersToo) {
  EXPECT_TRUE(rc::check([] {
    const test::SlowRequests requests = any_recorded();
    const auto streams = test::any_number<std::uint32_t>(1, 3);  // no more than there are hardware queues
    const Instance instance = recorded_instance(requests, streams);
    for (const char* policy : {"leftover", "sequential"}) {
      assert_same(simulate_clients(instance, test::planned_by(policy, instance).plan, {}), requests,
                  test::ends_by_readiness(requests, streams));
    }
  }));
}

TEST(ClientJudges, RequestByRequestClientsTakeTurns) {
  EXPECT_TRUE(rc::check([] {
    const test::SlowRequests requests = any_recorded();
    const Instance instance = recorded_instance(requests, test::any_number<std::uint32_t>(1, 4));
    const double slice = test::any_number(1, 6);
    assert_same(simulate_clients(instance, in_slices(instance, slice), {}), requests,
                test::ends_in_turns(requests, slice));
  }));
}

TEST(ClientJudges, RequestByRequestTheMostImportantIsServedAtOnceOrNext) {
  EXPECT_TRUE(rc::check([] {
    const test::SlowRequests requests = any_recorded();
    const Instance instance = recorded_instance(requests, test::any_number<std::uint32_t>(1, 4));
    assert_same(simulate_clients(instance, by_priority(true), {}), requests, test::ends_preemptive(requests));
    assert_same(simulate_clients(instance, by_priority(false), {}), requests, test::ends_non_preemptive(requests));
  }));
}

TEST(ClientJudges, RequestByRequestStreamPrioritiesFinishAKernelThatFillsTheGpu) {
  EXPECT_TRUE(rc::check([] {
    const test::SlowRequests requests = any_recorded();
    const Instance instance = recorded_instance(requests, test::any_number<std::uint32_t>(1, 4));
    assert_same(simulate_clients(instance, test::planned_by("priority", instance).plan, {}), requests,
                test::ends_non_preemptive(requests));
  }));
}

// By queueing theory, services of 1 ms on average where nothing else is said.

constexpr double kHorizon = 4e5;
constexpr double kConfidence = 0.9999;

Arrivals poisson(double per_ms) {
  return PoissonArrivals{.rate = {per_ms * 1000}};
}
const Demand kExponential{{.part = 1, .mean = 1}};
const Demand kUneven{{.part = 0.9, .mean = 0.5}, {.part = 0.1, .mean = 5.5}};

/// What a client's requests take is what theory says, within its own interval from batches, which is `most` of it wide.
template <class Figure>
void expect_near(const ClientOutcome& client, const Figure& figure, double theory, double most = 0.15) {
  std::vector<double> estimates;
  for (const stats::LatencyHistogram& batch : client.latencies) {
    estimates.push_back(figure(batch));
  }
  const double whole = figure(client.all_latencies());
  const double half = *stats::batch_half_width(estimates, whole, kConfidence);
  EXPECT_NEAR(whole, theory, half);
  EXPECT_LT(half, most * theory) << "too wide to say anything";
}
double mean_of(const stats::LatencyHistogram& latencies) {
  return latencies.mean();
}
double p99_of(const stats::LatencyHistogram& latencies) {
  return latencies.quantile(0.99);
}

ClientsOutcome alone(const Asking& asking, double horizon = kHorizon) {
  return simulate_clients(instance_of({asking}, horizon, 1), Plan{}, {});
}

TEST(ClientJudges, ExponentialServices) {
  for (const double load : {0.5, 0.8}) {
    const ClientOutcome client = alone({poisson(load), 1, kExponential}, 2 * kHorizon).clients[0];
    expect_near(client, mean_of, test::mm1_mean(load));
    expect_near(client, p99_of, test::mm1_quantile(load, 0.99), 0.25);
  }
}

TEST(ClientJudges, ConstantServices) {
  for (const double load : {0.5, 0.8, 0.9}) {
    const ClientOutcome client = alone({poisson(load)}).clients[0];
    expect_near(client, mean_of, test::md1_mean(load));
    expect_near(client, p99_of, test::md1_quantile(load, 0.99), 0.4);
  }
}

TEST(ClientJudges, ServicesOfTwoKinds) {
  for (const double load : {0.5, 0.8}) {
    expect_near(alone({poisson(load), 1, kUneven}, 4 * kHorizon).clients[0], mean_of,
                test::mg1_mean(load, test::two_exponentials(0.9, 0.5, 5.5)));
  }
}

TEST(ClientJudges, UsersWhoThink) {
  const ClosedArrivals users{.users = 10, .think = Millis{8}, .exponential = true};
  expect_near(alone({users, 1, kExponential}).clients[0], mean_of, test::closed_mean(10, 8));
}

TEST(ClientJudges, TwoClientsInTimeSlicesOfAnyLength) {
  for (const double slice : {0.3, 2.0, 10.0}) {
    const Instance instance =
        instance_of({{poisson(0.4), 1, kExponential}, {poisson(0.4), 1, kExponential}}, kHorizon, 1);
    const ClientsOutcome found = simulate_clients(instance, in_slices(instance, slice), {});
    for (const ClientOutcome& client : found.clients) {
      expect_near(client, mean_of, test::mm1_mean(0.8), 0.2);
    }
  }
}

TEST(ClientJudges, Priorities) {
  struct Case {
    Demand first, second;
    test::ServiceMoments first_moments, second_moments;
  };
  for (const Case& drawn : {Case{kExponential, kExponential, test::exponential_service(), test::exponential_service()},
                            Case{{}, kUneven, test::constant_service(), test::two_exponentials(0.9, 0.5, 5.5)}}) {
    const std::vector<test::PriorityClass> classes{{0.3, drawn.first_moments}, {0.5, drawn.second_moments}};
    const Instance instance =
        instance_of({{poisson(0.3), 1, drawn.first, 1}, {poisson(0.5), 1, drawn.second, 0}}, kHorizon, 1);
    const ClientsOutcome at_once = simulate_clients(instance, by_priority(true), {});
    const ClientsOutcome next = simulate_clients(instance, by_priority(false), {});
    for (std::size_t i = 0; i < classes.size(); ++i) {
      expect_near(at_once.clients[i], mean_of, test::preemptive_means(classes)[i], 0.25);
      expect_near(next.clients[i], mean_of, test::non_preemptive_means(classes)[i], 0.25);
    }
  }
}

constexpr double kCta = 8.0 * kChipSms / 20'000;  // of a request's service, with eight of them on each SM

// The same of kernels that are compute-bound and have many CTAs: on part of the SMs they go so much slower.

/// Requests of so many clients, any times between them, each of a service.
test::SlowRequests any_fine_requests(Instance& instance, double service) {
  const std::size_t clients = instance.clients.all.size();
  std::vector<RecordedArrivals> arrivals(clients);
  test::SlowRequests requests(test::any_number<std::size_t>(1, 12));
  double arrival = 0;
  for (test::SlowRequest& request : requests) {
    arrival += test::any_number(1, 1'500'000) * 1e-6 * service;
    request = {.arrival = arrival, .service = service, .client = test::any_number<std::size_t>(0, clients)};
    arrivals[request.client].times.emplace_back(arrival);
  }
  for (std::size_t client = 0; client < clients; ++client) {
    instance.clients.all[client].arrivals = arrivals[client];
  }
  return requests;
}

/// The means of all clients and the end of the last request.
void assert_close(const ClientsOutcome& found, const test::SlowRequests& requests, const std::vector<double>& judged,
                  double within) {
  RC_ASSERT(std::abs(found.end.count() - *std::max_element(judged.begin(), judged.end())) <= within);
  for (std::size_t client = 0; client < found.clients.size(); ++client) {
    double sum = 0, count = 0;
    for (std::size_t i = 0; i < requests.size(); ++i) {
      sum += requests[i].client == client ? judged[i] - requests[i].arrival : 0;
      count += requests[i].client == client ? 1 : 0;
    }
    const stats::LatencyHistogram all = found.clients[client].all_latencies();
    RC_ASSERT(static_cast<double>(all.count()) == count);
    if (count > 0) {
      RC_ASSERT(std::abs(all.mean() - sum / count) <= within);
    }
  }
}

TEST(ClientJudges, RequestByRequestFourServersAreFourQuartersOfTheSms) {
  Instance instance = fine_kernels(1, 4);
  const double service = service_of(instance, by_quarters());
  EXPECT_TRUE(rc::check([&] {
    const test::SlowRequests requests = any_fine_requests(instance, service);
    assert_close(simulate_clients(instance, by_quarters(), {}), requests, test::ends_in_order(requests, 4),
                 1e-4 * service);
  }));
}

TEST(ClientJudges, RequestByRequestSharesOfTheSmsAreWholeOnes) {
  Instance instance = fine_kernels(1, kChipSms);
  const Plan plan = test::planned_by("spart", instance).plan;
  const double service = service_of(instance, plan);
  EXPECT_TRUE(rc::check([&] {
    const test::SlowRequests requests = any_fine_requests(instance, service);
    const std::vector<double> judged = test::ends_shared(requests, kChipSms, kChipSms);
    assert_close(simulate_clients(instance, plan, {}), requests, judged, 5 * kCta * service);
  }));
}

TEST(ClientJudges, RequestByRequestStreamPrioritiesStopAKernelAfterItsCtas) {
  Instance instance = fine_kernels(2, 12);
  const Plan plan = test::planned_by("priority", instance).plan;
  const double service = service_of(instance, plan);
  EXPECT_TRUE(rc::check([&] {
    const test::SlowRequests requests = any_fine_requests(instance, service);
    const std::vector<double> judged = test::ends_preemptive(requests);
    // A kernel whose last CTAs run is not stopped any more; which it is when one comes is left out where it matters.
    RC_PRE(judged == test::ends_preemptive(requests, 2 * kCta * service));
    assert_close(simulate_clients(instance, plan, {}), requests, judged, 2 * kCta * service);
  }));
}

// Of a kernel of five CTAs as of one of many: half of the work takes half as long, not as long as one CTA.
TEST(ClientJudges, DrawnWorkIsTheSameWhoeverShares) {
  for (const std::int64_t subtasks : {5, 20'000}) {
    Instance instance = fine_kernels(1, 1);
    instance.work[0].subtasks = subtasks;
    const Plan shared = test::planned_by("leftover", instance).plan;
    instance.jobs[0].kernel = Millis{service_of(instance, shared)};
    instance.clients.all[0].arrivals = ArrivalsAtOnce{.requests = 3};
    instance.clients.all[0].demand = kUneven;
    for (std::uint64_t seed = 1; seed < 20; ++seed) {
      const double one_at_a_time = simulate_clients(instance, {.order = {0}}, {.seed = seed}).end.count();
      EXPECT_NEAR(simulate_clients(instance, shared, {.seed = seed}).end.count() / one_at_a_time, 1, 1e-9) << subtasks;
    }
  }
}

TEST(ClientJudges, FourServers) {
  Instance instance = fine_kernels(1, 4);
  const double service = service_of(instance, by_quarters());
  instance.clients.all[0].arrivals = poisson(4 * 0.8 / service);
  instance.clients.all[0].demand = kExponential;
  instance.clients.horizon = Millis{kHorizon / 20 * service};
  const ClientOutcome found = simulate_clients(instance, by_quarters(), {}).clients[0];
  expect_near(
      found, [&](const stats::LatencyHistogram& latencies) { return latencies.mean() / service; },
      test::mmc_mean(4, 0.8));
}

TEST(ClientJudges, SharesOfTheSms) {
  Instance instance = fine_kernels(1, kChipSms);
  const Plan plan = test::planned_by("spart", instance).plan;
  const double service = service_of(instance, plan);
  for (const Demand& demand : {Demand{}, kExponential}) {
    instance.clients.all[0].arrivals = poisson(0.5 / service);
    instance.clients.all[0].demand = demand;
    instance.clients.horizon = Millis{kHorizon / 10 * service};
    const ClientOutcome found = simulate_clients(instance, plan, {}).clients[0];
    expect_near(
        found, [&](const stats::LatencyHistogram& latencies) { return latencies.mean() / service; },
        test::shared_mean(0.5, test::constant_service()));
  }
}

}  // namespace
}  // namespace warpshop::evaluate
