#include "sim/host/pair.hpp"

#include "sim/host/server.hpp"
#include "sim/host/shared_rule.hpp"
#include "sim/stats/quantile.hpp"

namespace warpshop::host {
namespace {

PairOutcome outcome_of(const Pair& pair, ServerRule& rule) {
  const ServerRun run = run_server(pair.processor, pair.application, pair.queries, pair.best_effort, rule);
  std::vector<double> latencies;
  latencies.reserve(run.latencies.size());
  for (const Millis latency : run.latencies) {
    latencies.push_back(latency.count());
  }
  return {.p99 = Millis{stats::quantile(latencies, 0.99)},
          .best_effort = best_effort_throughput(pair.processor, pair.best_effort, run)};
}

}  // namespace

PairOutcome under_os(const Pair& pair, int copies) {
  SharedRule rule(pair.processor, pair.application, std::vector<int>(pair.best_effort.size(), copies),
                  pair.assumed.crowding_loss);
  return outcome_of(pair, rule);
}

StaticOptimum static_optimum(const Pair& pair, Millis target) {
  StaticOptimum best{.outcome = under_os(pair, 0)};
  for (int copies = 1; copies <= pair.processor.all.cores; ++copies) {
    const PairOutcome outcome = under_os(pair, copies);
    if (outcome.p99 > target) {
      break;
    }
    best = {.copies = copies, .outcome = outcome};
  }
  return best;
}

PairOutcome under_emu(const Pair& pair, const QueryPredictor& predictor, const EmuSettings& settings) {
  EmuRule rule(pair.processor, pair.application, pair.queries, predictor, settings);
  return outcome_of(pair, rule);
}

}  // namespace warpshop::host
