// What judges the simulation of clients is judged here: by hand, tick by tick, and by queueing theory.
#include "tests/support/slow_clients.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "sim/model/instance.hpp"
#include "sim/stats/batch_means.hpp"
#include "sim/stats/mean.hpp"
#include "sim/stats/quantile.hpp"
#include "tests/support/any_values.hpp"
#include "tests/support/drawn_requests.hpp"
#include "tests/support/queueing.hpp"
#include "tests/support/slow_turns.hpp"

namespace warpshop::test {
namespace {

using Ends = std::vector<double>;

// By hand.

TEST(SlowClients, FirstComeIsFirstServed) {
  const SlowRequests requests{{0, 3}, {1, 1}, {2, 2}, {10, 1}};
  EXPECT_EQ(ends_in_order(requests), (Ends{3, 4, 6, 11}));
  EXPECT_EQ(ends_in_order(requests, 2), (Ends{3, 2, 4, 11}));
  EXPECT_EQ(ends_in_order(requests, 9), (Ends{3, 2, 4, 11}));
}

TEST(SlowClients, FirstReadyIsFirstServed) {
  const SlowRequests requests{{0, 2, 0}, {0, 2, 0}, {1, 2, 1}, {8, 1, 0}};
  EXPECT_EQ(ends_by_readiness(requests, 1), (Ends{2, 6, 4, 9})) << "its second waits unseen until 2";
  EXPECT_EQ(ends_by_readiness(requests, 2), (Ends{2, 4, 6, 9}));
}

TEST(SlowClients, AllHaveEqualPartsOfAServerThatIsShared) {
  EXPECT_EQ(ends_shared({{0, 4}, {1, 1}}), (Ends{5, 3}));
  EXPECT_EQ(ends_shared({{0, 2, 0}, {0, 2, 0}, {0, 2, 1}}), (Ends{6, 6, 6}));
  EXPECT_EQ(ends_shared({{0, 2, 0}, {0, 2, 0}, {0, 2, 1}}, 1), (Ends{4, 6, 4})) << "each client has one stream";
  EXPECT_EQ(ends_shared({{0, 1}, {5, 2}}), (Ends{1, 7}));
  EXPECT_EQ(ends_shared({{0, 1}, {0, 2}}, 9, 3), (Ends{3, 3})) << "one and two of three units";
}

TEST(SlowClients, ARequestBeforeOthersStopsThemOrWaitsForTheOneThatIsServed) {
  const SlowRequests requests{{0, 3, 1}, {1, 1, 0}, {1, 1, 1}, {3, 1, 0}};
  EXPECT_EQ(ends_preemptive(requests), (Ends{5, 2, 6, 4}));
  EXPECT_EQ(ends_non_preemptive(requests), (Ends{3, 4, 6, 5}));
  EXPECT_EQ(ends_preemptive(requests, 1), (Ends{4, 2, 6, 5})) << "at 3 the first has 1 left";
  EXPECT_EQ(ends_preemptive(requests, 9), ends_non_preemptive(requests));
}

TEST(SlowClients, TakeTurnsOfASlice) {
  EXPECT_EQ(ends_in_turns({{0, 3, 0}, {0, 3, 1}}, 2), (Ends{5, 6}));
  EXPECT_EQ(ends_in_turns({{0, 4, 0}, {2, 1, 1}}, 2), (Ends{5, 3})) << "who comes when a slice ends is in time";
  EXPECT_EQ(ends_in_turns({{0, 5, 0}, {3, 1, 1}}, 2), (Ends{6, 5})) << "a slice that nobody waited for is followed";
  EXPECT_EQ(ends_in_turns({{0, 1, 0}, {0, 3, 1}, {0, 1, 0}, {9, 1, 0}}, 1), (Ends{1, 5, 3, 10}));
}

TEST(SlowClients, UsersThinkWhileOthersAsk) {
  // The first asks at 1 and, answered at 3, at 7; the second at 2 and, answered at 4, at 7, behind the first.
  const std::vector<std::vector<SlowQuestion>> users{{{1, 2}, {4, 2}}, {{2, 1}, {3, 1}}};
  EXPECT_EQ(answer_times(users), (std::vector<Ends>{{2, 2}, {2, 3}}));
}

// Tick by tick, where all times are whole.

SlowRequests any_whole_requests() {
  SlowRequests requests(any_number<std::size_t>(1, 13));
  double arrival = 0;
  for (SlowRequest& request : requests) {
    arrival += std::max(0, any_number(-3, 6));
    request = {
        .arrival = arrival, .service = static_cast<double>(any_number(1, 6)), .client = any_number<std::size_t>(0, 3)};
  }
  return requests;
}

/// Of requests that are there and not yet done, in the order of their arrivals, those that are served until the next
/// tick.
using Choice = std::function<std::vector<std::size_t>(const std::vector<std::size_t>& there)>;

Ends ends_by_ticks(const SlowRequests& requests, const Choice& served) {
  Ends left, ends(requests.size());
  for (const SlowRequest& request : requests) {
    left.push_back(request.service);
  }
  for (double now = 0; std::any_of(left.begin(), left.end(), [](double some) { return some > 0; }); ++now) {
    std::vector<std::size_t> there;
    for (std::size_t i = 0; i < requests.size(); ++i) {
      if (requests[i].arrival <= now && left[i] > 0) {
        there.push_back(i);
      }
    }
    for (const std::size_t i : there.empty() ? there : served(there)) {
      if (--left[i] == 0) {
        ends[i] = now + 1;
      }
    }
  }
  return ends;
}

std::size_t most_important(const SlowRequests& requests, const std::vector<std::size_t>& there) {
  return *std::min_element(there.begin(), there.end(), [&](std::size_t a, std::size_t b) {
    return requests[a].client < requests[b].client || (requests[a].client == requests[b].client && a < b);
  });
}

TEST(SlowClients, TickByTickTheFirstAreServed) {
  EXPECT_TRUE(rc::check([] {
    const SlowRequests requests = any_whole_requests();
    const auto servers = any_number<std::size_t>(1, 4);
    const Ends judged = ends_by_ticks(requests, [&](const std::vector<std::size_t>& there) {
      return std::vector(there.begin(), there.begin() + static_cast<std::ptrdiff_t>(std::min(servers, there.size())));
    });
    RC_ASSERT(ends_in_order(requests, servers) == judged);
  }));
}

TEST(SlowClients, WithStreamsForAllReadyIsWhoHasArrived) {
  EXPECT_TRUE(rc::check([] {
    SlowRequests requests = any_whole_requests();
    for (std::size_t i = 0; i < requests.size(); ++i) {
      requests[i].arrival += 0.001 * static_cast<double>(i);  // no two at once
    }
    RC_ASSERT(ends_by_readiness(requests, requests.size()) == ends_in_order(requests));
  }));
}

TEST(SlowClients, TickByTickTheFirstReadyIsServed) {
  EXPECT_TRUE(rc::check([] {
    const SlowRequests requests = any_whole_requests();
    const auto streams = any_number<std::size_t>(1, 4);
    std::vector<std::size_t> ready;  // that are served next, in this order
    const Ends ends = ends_by_ticks(requests, [&](const std::vector<std::size_t>& there) {
      std::erase_if(ready, [&](std::size_t i) { return std::find(there.begin(), there.end(), i) == there.end(); });
      for (std::size_t client = 0; client < 3; ++client) {
        std::size_t streams_left = streams;
        for (const std::size_t i : there) {
          const bool taken = requests[i].client == client && streams_left > 0;
          streams_left -= taken ? 1 : 0;
          if (taken && std::find(ready.begin(), ready.end(), i) == ready.end()) {
            ready.push_back(i);
          }
        }
      }
      return std::vector{ready.front()};
    });
    RC_ASSERT(ends_by_readiness(requests, streams) == ends);
  }));
}

TEST(SlowClients, TickByTickTheMostImportantIsServed) {
  EXPECT_TRUE(rc::check([] {
    const SlowRequests requests = any_whole_requests();
    RC_ASSERT(ends_preemptive(requests) == ends_by_ticks(requests, [&](const std::vector<std::size_t>& there) {
                return std::vector{most_important(requests, there)};
              }));
  }));
}

TEST(SlowClients, TickByTickTheMostImportantIsServedNext) {
  EXPECT_TRUE(rc::check([] {
    const SlowRequests requests = any_whole_requests();
    std::size_t served = requests.size();
    RC_ASSERT(ends_non_preemptive(requests) == ends_by_ticks(requests, [&](const std::vector<std::size_t>& there) {
                if (std::find(there.begin(), there.end(), served) == there.end()) {
                  served = most_important(requests, there);
                }
                return std::vector{served};
              }));
  }));
}

TEST(SlowClients, TickByTickClientsTakeTurns) {
  EXPECT_TRUE(rc::check([] {
    const SlowRequests requests = any_whole_requests();
    Instance instance;
    for (const SlowRequest& request : requests) {
      Job& job = instance.jobs.emplace_back();
      job.has = {false, true, false};
      job.kernel = Millis{request.service};
      job.release = Millis{request.arrival};
      instance.families.push_back(static_cast<std::uint32_t>(request.client) + 1);
    }
    const int slice = any_number(1, 5);
    const SlowTurns judged = slow_slices(instance, {.slice = slice, .patience = 0});
    RC_ASSERT(ends_in_turns(requests, slice) == Ends(judged.ends.begin(), judged.ends.end()));
  }));
}

/// By a clock that goes at 1 / n of the speed of time while n requests are there: each is done when that clock has gone
/// as far as it needs.
Ends ends_by_slowed_clock(const SlowRequests& requests) {
  std::multimap<double, std::size_t> there;  // by what the clock will show
  Ends ends(requests.size());
  double now = 0, clock = 0;
  std::size_t next = 0;
  while (next < requests.size() || !there.empty()) {
    const auto many = static_cast<double>(there.size());
    const double end = there.empty() ? 0 : now + (there.begin()->first - clock) * many;
    if (there.empty() || (next < requests.size() && requests[next].arrival < end)) {
      clock += there.empty() ? 0 : (requests[next].arrival - now) / many;
      now = requests[next].arrival;
      there.emplace(clock + requests[next].service, next);
      ++next;
    } else {
      clock = there.begin()->first;
      ends[there.begin()->second] = now = end;
      there.erase(there.begin());
    }
  }
  return ends;
}

TEST(SlowClients, SharedEvenlyAClockThatIsSlowedSaysTheSame) {
  EXPECT_TRUE(rc::check([] {
    const SlowRequests requests = any_whole_requests();
    const Ends ends = ends_shared(requests);
    const Ends judged = ends_by_slowed_clock(requests);
    for (std::size_t i = 0; i < ends.size(); ++i) {
      RC_ASSERT(std::abs(ends[i] - judged[i]) < 1e-9);
    }
  }));
}

TEST(SlowClients, SharedByOneStreamOfOneClientTheFirstIsServed) {
  EXPECT_TRUE(rc::check([] {
    SlowRequests requests = any_whole_requests();
    for (SlowRequest& request : requests) {
      request.client = 0;
    }
    RC_ASSERT(ends_shared(requests, 1) == ends_in_order(requests));
  }));
}

/// How much service each has got by its end, if at any time the first `streams` of each client that are there and not
/// yet done have equal parts of the server.
std::vector<double> received(const SlowRequests& requests, const Ends& ends, std::size_t streams) {
  std::vector<double> instants = ends;
  for (const SlowRequest& request : requests) {
    instants.push_back(request.arrival);
  }
  std::sort(instants.begin(), instants.end());
  std::vector<double> got(requests.size());
  for (std::size_t next = 1; next < instants.size(); ++next) {
    const double between = (instants[next - 1] + instants[next]) / 2;
    std::map<std::size_t, std::size_t> streams_of;
    std::vector<std::size_t> served;
    for (std::size_t i = 0; i < requests.size(); ++i) {
      const bool there = requests[i].arrival < between && between < ends[i];
      if (there && ++streams_of[requests[i].client] <= streams) {
        served.push_back(i);
      }
    }
    for (const std::size_t i : served) {
      got[i] += (instants[next] - instants[next - 1]) / static_cast<double>(served.size());
    }
  }
  return got;
}

TEST(SlowClients, SharedByStreamsOfClientsEachGetsItsServiceAndNoMore) {
  EXPECT_TRUE(rc::check([] {
    const SlowRequests requests = any_whole_requests();
    const auto streams = any_number<std::size_t>(1, 4);
    const std::vector<double> got = received(requests, ends_shared(requests, streams), streams);
    for (std::size_t i = 0; i < got.size(); ++i) {
      RC_ASSERT(std::abs(got[i] - requests[i].service) < 1e-9);
    }
  }));
}

// All of them.

TEST(SlowClients, AServerThatWorksWhileThereIsWorkEndsWithItAtOneTime) {
  EXPECT_TRUE(rc::check([] {
    const SlowRequests requests = any_whole_requests();
    const double last = ends_in_order(requests).back();
    for (const Ends& ends : {ends_by_readiness(requests, 2), ends_shared(requests), ends_shared(requests, 1),
                             ends_preemptive(requests), ends_non_preemptive(requests), ends_in_turns(requests, 2)}) {
      RC_ASSERT(std::abs(*std::max_element(ends.begin(), ends.end()) - last) < 1e-9);
      for (std::size_t i = 0; i < ends.size(); ++i) {
        RC_ASSERT(ends[i] >= requests[i].arrival + requests[i].service - 1e-9);
      }
    }
  }));
}

// By queueing theory: the mean service is 1 where nothing else is said.

constexpr double kHorizon = 2e6;
constexpr double kConfidence = 0.9999;

DrawnService unevenly() {
  return by_two_exponentials(0.9, 0.5, 5.5);
}

std::vector<double> times_in_system(const SlowRequests& requests, const Ends& ends, std::size_t client = 0) {
  std::vector<double> times;
  times.reserve(ends.size());
  for (std::size_t i = 0; i < ends.size(); ++i) {
    if (requests[i].client == client) {
      times.push_back(ends[i] - requests[i].arrival);
    }
  }
  return times;
}

double p99(std::span<const double> times) {
  return stats::quantile(times, 0.99);
}

/// A figure of what was drawn is what theory says, within its own interval from batches, which is 12 % of it at most.
template <class Figure>
void expect_figure(const std::vector<double>& times, const Figure& figure, double theory) {
  std::vector<double> estimates;
  const std::size_t batch = times.size() / stats::kBatches;
  for (std::size_t i = 0; i < stats::kBatches; ++i) {
    estimates.push_back(figure(std::span(times).subspan(i * batch, batch)));
  }
  const double whole = figure(std::span(times));
  const double half = *stats::batch_half_width(estimates, whole, kConfidence);
  EXPECT_NEAR(whole, theory, half);
  EXPECT_LT(half, 0.12 * theory) << "too wide to say anything";
}

void expect_mean(const std::vector<double>& times, double theory) {
  expect_figure(times, stats::mean, theory);
}

TEST(SlowClientsTheory, FirstComeFirstServedWithExponentialServices) {
  for (const double load : {0.5, 0.8, 0.9}) {
    const SlowRequests requests = poisson_requests(load, kHorizon, exponentially(1), 1);
    const std::vector<double> times = times_in_system(requests, ends_in_order(requests));
    expect_mean(times, mm1_mean(load));
    if (load == 0.5) {  // of a quantile so far out at 0.8 a run says little
      expect_figure(times, p99, mm1_quantile(load, 0.99));
    }
  }
}

TEST(SlowClientsTheory, FirstComeFirstServedWithConstantServices) {
  for (const double load : {0.5, 0.8, 0.9}) {
    const SlowRequests requests = poisson_requests(load, kHorizon, always(1), 2);
    const std::vector<double> times = times_in_system(requests, ends_in_order(requests));
    expect_mean(times, md1_mean(load));
    if (load == 0.5) {
      expect_figure(times, p99, md1_quantile(load, 0.99));
    }
  }
}

TEST(SlowClientsTheory, FirstComeFirstServedWithServicesOfTwoKinds) {
  for (const double load : {0.5, 0.8}) {
    const SlowRequests requests = poisson_requests(load, kHorizon, unevenly(), 3);
    expect_mean(times_in_system(requests, ends_in_order(requests)), mg1_mean(load, two_exponentials(0.9, 0.5, 5.5)));
  }
}

TEST(SlowClientsTheory, FirstComeFirstServedByFour) {
  const SlowRequests requests = poisson_requests(4 * 0.8, kHorizon, exponentially(1), 4);
  expect_mean(times_in_system(requests, ends_in_order(requests, 4)), mmc_mean(4, 0.8));
}

TEST(SlowClientsTheory, SharedEvenlyTheLawOfServicesDoesNotMatter) {
  for (const double load : {0.5, 0.8, 0.9}) {
    for (const DrawnService& service : {always(1), exponentially(1), unevenly()}) {
      const SlowRequests requests = poisson_requests(load, kHorizon, service, 5);
      expect_mean(times_in_system(requests, ends_shared(requests)), shared_mean(load, constant_service()));
    }
  }
}

TEST(SlowClientsTheory, Priorities) {
  struct Case {
    DrawnService first, second;
    ServiceMoments first_moments, second_moments;
  };
  for (const Case& drawn : {Case{exponentially(1), exponentially(1), exponential_service(), exponential_service()},
                            Case{always(1), unevenly(), constant_service(), two_exponentials(0.9, 0.5, 5.5)}}) {
    const SlowRequests requests = together(poisson_requests(0.3, kHorizon, drawn.first, 6, 0),
                                           poisson_requests(0.5, kHorizon, drawn.second, 7, 1));
    const std::vector<PriorityClass> classes{{0.3, drawn.first_moments}, {0.5, drawn.second_moments}};
    for (std::size_t client = 0; client < classes.size(); ++client) {
      expect_mean(times_in_system(requests, ends_preemptive(requests), client), preemptive_means(classes)[client]);
      expect_mean(times_in_system(requests, ends_non_preemptive(requests), client),
                  non_preemptive_means(classes)[client]);
    }
  }
}

TEST(SlowClientsTheory, TwoClientsInTimeSlicesOfAnyLength) {
  const SlowRequests requests = together(poisson_requests(0.4, kHorizon, exponentially(1), 8, 0),
                                         poisson_requests(0.4, kHorizon, exponentially(1), 9, 1));
  for (const double slice : {0.2, 1.0, 10.0}) {
    const Ends ends = ends_in_turns(requests, slice);
    for (const std::size_t client : {0U, 1U}) {
      expect_mean(times_in_system(requests, ends, client), mm1_mean(0.8));
    }
  }
}

TEST(SlowClientsTheory, TenUsersWhoThink) {
  stats::Draws draws(10);
  std::vector<std::vector<SlowQuestion>> users(10);
  for (std::vector<SlowQuestion>& questions : users) {
    for (int i = 0; i < 50'000; ++i) {
      questions.push_back({.think = drawn_exponential(draws, 8), .service = drawn_exponential(draws, 1)});
    }
  }
  // A batch after the other: of questions of the same number, those of all users.
  const std::vector<std::vector<double>> by_user = answer_times(users);
  std::vector<double> times;
  for (std::size_t question = 0; question < by_user[0].size(); ++question) {
    for (const std::vector<double>& answers : by_user) {
      times.push_back(answers[question]);
    }
  }
  expect_mean(times, closed_mean(10, 8));
}

}  // namespace
}  // namespace warpshop::test
