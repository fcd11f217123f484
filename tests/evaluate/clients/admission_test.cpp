// Requests that are refused, against a loop that serves one after the other.
#include "sim/model/admission.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "sim/evaluate/clients/client_simulation.hpp"
#include "sim/model/request_source.hpp"

namespace warpshop::evaluate {
namespace {

/// One client, whose kernels take so many ms alone, for a second.
Instance of_one_client(double time, const Arrivals& arrivals, double latency) {
  Instance instance;
  Job& job = instance.jobs.emplace_back();
  job.has = {false, true, false};
  job.kernel = Millis{time};
  instance.families.push_back(1);
  instance.clients.all.push_back({.name = "x", .tasks = {0, 1}, .arrivals = arrivals});
  instance.clients.all.front().goal = LatencyGoal{Millis{latency}, 0.5};
  instance.clients.horizon = Millis{1000};
  instance.clients.admits = true;
  return instance;
}

struct Counted {
  std::uint64_t answered = 0, refused = 0, late = 0;
};

/// Of requests that come at these times and take so long each.
Counted served_in_turn(const std::vector<double>& arrivals, const std::vector<double>& takes, double alone,
                       double latency) {
  Counted counted;
  double free = 0;
  double mean = alone;
  double deviation = 0;
  for (std::size_t i = 0; i < arrivals.size(); ++i) {
    const double start = std::max(free, arrivals[i]);
    const double waited = start - arrivals[i];
    const double latest = latency + 1e-9 * (start + latency);
    if (alone > latest || (waited >= alone && waited + mean + 4 * deviation > latest)) {
      ++counted.refused;
      continue;
    }
    free = start + takes[i];
    ++counted.answered;
    counted.late += free - arrivals[i] > latency ? 1 : 0;
    deviation = 0.75 * deviation + 0.25 * std::abs(takes[i] - mean);
    mean = 0.875 * mean + 0.125 * takes[i];
  }
  return counted;
}

TEST(Admission, RefusesWhatWouldBeLate) {
  // one every 5 ms that takes 10: from the fifth on (which waited 20 of 30) every other one
  const Instance instance = of_one_client(10, PeriodicArrivals{.period = Millis{5}, .offset = Millis{0}}, 30);
  const ClientsOutcome outcome = simulate_clients(instance, {.order = {0}}, {.warm_up = Millis{0}});
  const ClientOutcome& client = outcome.clients[0];
  EXPECT_EQ(client.late, 0U);
  EXPECT_EQ(client.unfinished, 0U);
  EXPECT_NEAR(static_cast<double>(client.refused), 98, 2);
  EXPECT_EQ(client.arrived + client.refused, 200U);
  EXPECT_DOUBLE_EQ(client.all_latencies().largest(), 30);
}

TEST(Admission, RefusesNobodyWhoIsInTimeOrHasNoGoal) {
  Instance instance = of_one_client(10, PeriodicArrivals{.period = Millis{10}, .offset = Millis{0}}, 10);
  EXPECT_EQ(simulate_clients(instance, {.order = {0}}, {}).clients[0].refused, 0U);
  instance.clients.all[0].arrivals = PeriodicArrivals{.period = Millis{5}, .offset = Millis{0}};
  instance.clients.all[0].goal.reset();
  EXPECT_EQ(simulate_clients(instance, {.order = {0}}, {}).clients[0].refused, 0U);
}

/// Of a goal that cannot be kept even alone; users who wait for answers are told at once, think, and ask again.
TEST(Admission, RefusesAllWhereTheGoalIsOutOfReach) {
  const Instance instance = of_one_client(10, ClosedArrivals{.users = 2, .think = Millis{4}}, 9);
  const ClientOutcome client = simulate_clients(instance, {.order = {0}}, {.warm_up = Millis{0}}).clients[0];
  EXPECT_EQ(client.answers, 0U);
  EXPECT_EQ(client.arrived, 0U);
  EXPECT_NEAR(static_cast<double>(client.refused), 2 * 1000 / 4.0, 2);
}

/// After some that took long those that have waited are refused, and those that have not are begun: so it learns that
/// the next do not.
TEST(Admission, IsTriedAgain) {
  const Instance instance = of_one_client(10, PeriodicArrivals{}, 30);
  Admission admission(instance, instance.clients.all[0]);
  EXPECT_TRUE(admission.admits(Millis{0}, Millis{20}));
  EXPECT_FALSE(admission.admits(Millis{0}, Millis{21}));
  for (int i = 0; i < 3; ++i) {
    admission.answered(Millis{100});
  }
  EXPECT_TRUE(admission.admits(Millis{0}, Millis{9}));
  EXPECT_FALSE(admission.admits(Millis{0}, Millis{11}));
  for (int i = 0; i < 40; ++i) {
    admission.answered(Millis{10});
  }
  EXPECT_TRUE(admission.admits(Millis{0}, Millis{15}));
}

RC_GTEST_PROP(Admission, IsThatOfALoop, ()) {
  const double per_second = *rc::gen::inRange(20, 300);
  const double latency = *rc::gen::inRange(5, 60);
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  Instance instance = of_one_client(10, PoissonArrivals{{per_second}}, latency);
  Client& client = instance.clients.all[0];
  if (*rc::gen::arbitrary<bool>()) {
    client.demand = {{.part = 1, .mean = 0.7}};
  }
  RequestSource source(client, 1000, seed);
  std::vector<double> arrivals;
  std::vector<double> takes;
  while (source.next() < kNoRequest) {
    arrivals.push_back(source.next());
    takes.push_back(10 * source.demand(source.take()));
  }
  const Counted expected = served_in_turn(arrivals, takes, 10, latency);
  const ClientsOutcome outcome = simulate_clients(instance, {.order = {0}}, {.seed = seed, .warm_up = Millis{0}});
  const ClientOutcome& found = outcome.clients[0];
  RC_ASSERT(found.refused == expected.refused);
  RC_ASSERT(found.arrived == expected.answered);
  RC_ASSERT(found.late == expected.late);
}

}  // namespace
}  // namespace warpshop::evaluate
