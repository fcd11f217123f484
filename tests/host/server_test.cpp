#include "sim/host/server.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "sim/host/applications.hpp"
#include "sim/host/emu_rule.hpp"
#include "sim/host/queries.hpp"
#include "sim/host/shared_rule.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/slow_server.hpp"

namespace warpshop::host {
namespace {

/// Durations alone without phases: safe settings rise with cores and ways.
QueryPredictor exact(const Processor& processor, const QueryApplication& application) {
  const auto duration = [processor, application](double size, ProcessorPart grant) {
    return alone(processor, application, {.size = size, .phases = {1, 1, 1, 1}}, grant);
  };
  return {.duration = duration, .ipc = [application, duration](double size, ProcessorPart grant) {
            return work_of(application, size) / duration(size, grant);
          }};
}

double mean_latency(const ServerRun& run) {
  double sum = 0;
  for (const Millis latency : run.latencies) {
    sum += latency.count();
  }
  return sum / static_cast<double>(run.latencies.size());
}

constexpr QueryApplication kPlain{.name = "plain", .mean = Millis{10}, .use = {.part = 0, .most_misses = 1}};

// One core, one query after the other: M/G/1, mean wait λ E[S²] / (2 (1 - ρ)) (Pollaczek and Khinchine), and E[S²] = 2
// E[S]² of exponential times, which a cut at 100 times the mean leaves alone.
TEST(Server, OfOneCoreIsAQueueInOrderOfArrival) {
  const Processor one{.all = {1, 1}};
  const QueryAssumptions assumed{.load = 0.5, .longest = 100, .phase_spread = 0};
  const auto queries = drawn_queries(one, kPlain, assumed, static_cast<std::size_t>(test::size(200'000)), 1);
  EmuRule rule(one, kPlain, queries, exact(one, kPlain), {});
  const ServerRun run = run_server(one, kPlain, queries, {best_effort_applications().data(), 1}, rule);
  EXPECT_NEAR(mean_latency(run), 10 + 10, test::kSanitized ? 2 : 0.5);
}

// One core that all share: M/G/1 with processor sharing, mean S / (1 - ρ) whatever the distribution.
TEST(Server, OfOneCoreThatIsSharedIsProcessorSharing) {
  const Processor one{.all = {1, 1}};
  const QueryAssumptions assumed{.load = 0.5, .longest = 2, .phase_spread = 0.9};
  const auto queries = drawn_queries(one, kPlain, assumed, static_cast<std::size_t>(test::size(200'000)), 1);
  SharedRule rule(one, kPlain, {}, 0);
  const ServerRun run = run_server(one, kPlain, queries, {}, rule);
  double alone_sum = 0;
  for (const Query& query : queries) {
    alone_sum += alone(one, kPlain, query, {1, 1}).count();
  }
  const double service = alone_sum / static_cast<double>(queries.size());
  const double load = alone_sum / queries.back().arrived.count();
  EXPECT_NEAR(mean_latency(run) / (service / (1 - load)), 1, test::kSanitized ? 0.1 : 0.02);
}

TEST(Server, LeavesAQueryByItselfAsLongAsItTakesAlone) {
  const Processor processor;
  const QueryApplication& application = query_applications()[0];
  const std::vector<Query> queries{{.arrived = Millis{7}, .size = 1, .phases = {1.2, 0.7, 1, 0.9}}};
  SharedRule rule(processor, application, {}, 0.2);
  const ServerRun run = run_server(processor, application, queries, {}, rule);
  EXPECT_NEAR(run.latencies[0] / alone(processor, application, queries[0], processor.all), 1, 1e-12);
}

class Standstill final : public ServerRule {
  void decide(ServerState&) override {}
};

TEST(Server, SaysSoWhereNothingWouldEverHappen) {
  Standstill rule;
  const std::vector<Query> queries{{.phases = {1, 1, 1, 1}}};
  EXPECT_THROW(run_server({}, kPlain, queries, {}, rule), std::logic_error);
}

/// Arrivals on the grid of the slow server.
std::vector<Query> few_queries(const Processor& processor, const QueryApplication& application, double load,
                               std::uint64_t seed) {
  std::vector<Query> queries = drawn_queries(processor, application, {.load = load}, 15, seed);
  for (Query& query : queries) {
    query.arrived = Millis{std::floor(query.arrived.count() * 256) / 256};
  }
  return queries;
}

TEST(Server, UnderOsIsWhatStepByStepComesOut) {
  const Processor processor;
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const QueryApplication& application = query_applications()[seed];
    const std::vector<Query> queries = few_queries(processor, application, 0.5, seed);
    const std::vector<BestEffortApplication> best_effort{best_effort_applications()[seed + 1],
                                                         best_effort_applications()[seed + 2]};
    const std::vector<int> copies{static_cast<int>(2 * seed), 3};
    SharedRule rule(processor, application, copies, 0.3);
    const ServerRun run = run_server(processor, application, queries, best_effort, rule);
    const auto slow = test::SlowServer{processor, application, best_effort, queries}.under_os(copies, 0.3);
    for (std::size_t query = 0; query < queries.size(); ++query) {
      EXPECT_NEAR(run.latencies[query].count(), slow.latencies_ms[query], 0.05) << seed << ' ' << query;
    }
    for (std::size_t each = 0; each < 2; ++each) {
      EXPECT_NEAR(run.best_effort_work[each].count(), slow.best_effort_ms[each], 0.5) << seed;
    }
  }
}

TEST(Server, UnderEmuIsWhatStepByStepComesOut) {
  const Processor processor;
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const QueryApplication& application = query_applications()[seed];
    const std::vector<Query> queries = few_queries(processor, application, 0.5, seed);
    const std::vector<BestEffortApplication> best_effort{best_effort_applications()[seed]};
    const EmuSettings settings{.interval = Millis{10}, .adjusts_cores = seed != 4, .adjusts_ways = seed != 5};
    EmuRule rule(processor, application, queries, exact(processor, application), settings);
    const ServerRun run = run_server(processor, application, queries, best_effort, rule);
    const auto slow = test::SlowServer{processor, application, best_effort, queries}.under_emu(
        exact(processor, application), settings);
    for (std::size_t query = 0; query < queries.size(); ++query) {
      EXPECT_NEAR(run.latencies[query].count(), slow.latencies_ms[query], 0.1) << seed << ' ' << query;
    }
    EXPECT_NEAR(run.best_effort_work[0].count(), slow.best_effort_ms[0], 1) << seed;
  }
}

/// EMU, held against what it may give.
class Watched final : public ServerRule {
 public:
  Watched(ServerRule& rule, ProcessorPart all, double parallel_part) : rule_(rule), all_(all), part_(parallel_part) {}

  void decide(ServerState& state) override {
    rule_.decide(state);
    const Running& rest = state.best_effort.front();
    double cores = rest.cores;
    double ways = rest.ways;
    for (const ServerState::Active& active : state.active) {
      // Amdahl's law the other way round.
      const double held = part_ / (1 / active.cores - (1 - part_));
      EXPECT_GT(held, 1 - 1e-9);
      EXPECT_GE(active.ways, 1);
      cores += held;
      ways += active.ways;
    }
    EXPECT_LE(cores, all_.cores + 1e-9);
    EXPECT_LE(ways, all_.ways);
    EXPECT_GE(rest.cores, 0);
    EXPECT_EQ(rest.cores > 0, rest.ways > 0);
    most_ = std::max(most_, state.active.size());
  }
  Millis wake_at() const override { return rule_.wake_at(); }
  std::size_t most() const { return most_; }

 private:
  ServerRule& rule_;
  ProcessorPart all_;
  double part_;
  std::size_t most_ = 0;
};

TEST(EmuRule, NeverGivesMoreThanThereIs) {
  const Processor processor;
  for (const QueryApplication& application : query_applications()) {
    const auto queries = drawn_queries(processor, application, {.load = 0.7}, 300, 3);
    EmuRule rule(processor, application, queries, exact(processor, application), {});
    Watched watched(rule, processor.all, application.parallel_part);
    run_server(processor, application, queries, {best_effort_applications().data(), 1}, watched);
    EXPECT_GT(watched.most(), 2U);  // several at once, so that there is something to see
  }
}

/// What best-effort work has by the time.
class Noted final : public ServerRule {
 public:
  explicit Noted(ServerRule& rule) : rule_(rule) {}
  void decide(ServerState& state) override {
    rule_.decide(state);
    (state.now < Millis{160} ? before_ : after_) += state.best_effort.front().cores;
  }
  Millis wake_at() const override { return rule_.wake_at(); }
  double before() const { return before_; }
  double after() const { return after_; }

 private:
  ServerRule& rule_;
  double before_ = 0, after_ = 0;
};

// Predicted to take 10 ms on one core, it takes some 40 times as long: from the adjustment behind the bound on, at
// 160 ms, it has everything.
TEST(EmuRule, LeavesNothingBesideAQueryThatIsLate) {
  const Processor processor;
  const QueryApplication serial{.name = "serial", .mean = Millis{400}, .parallel_part = 0};
  const std::vector<Query> queries{{.size = 1, .phases = {1, 1, 1, 1}}};
  const QueryPredictor wrong{.duration = [](double, ProcessorPart) { return Millis{10}; },
                             .ipc = [](double, ProcessorPart) { return 0.1; }};
  EmuRule rule(processor, serial, queries, wrong, {});
  Noted noted(rule);
  const ServerRun run = run_server(processor, serial, queries, {best_effort_applications().data(), 1}, noted);
  EXPECT_NEAR(run.latencies[0].count(), 400, 1e-9);
  EXPECT_GT(noted.before(), 0);
  EXPECT_EQ(noted.after(), 0);
}

}  // namespace
}  // namespace warpshop::host
