#include "dispatch/proxy_tally.hpp"

#include <numeric>

#include "sim/stats/quantile.hpp"

namespace warpshop::dispatch {

void ProxyTally::add_lot(std::size_t tasks) {
  ++lots_;
  planned_ += tasks;
}

void ProxyTally::add(const std::string& worker, const Outcome& outcome) {
  constexpr std::size_t kLatencies = 65536;
  WorkerStatistics& line = workers_[worker];
  line.name = worker;
  switch (outcome.kind) {
    case Outcome::Kind::failed:
      ++line.failed;
      return;
    case Outcome::Kind::withdrawn:
      ++line.withdrawn;
      return;
    case Outcome::Kind::done:
      break;
  }
  ++line.done;
  line.gpu_time += std::accumulate(outcome.measured.begin(), outcome.measured.end(), Millis{0});
  if (latencies_.size() < kLatencies) {
    latencies_.push_back(outcome.latency.count());
  } else {
    latencies_[next_latency_] = outcome.latency.count();
    next_latency_ = (next_latency_ + 1) % kLatencies;
  }
}

ProxyStatistics ProxyTally::statistics(std::chrono::nanoseconds submission) const {
  ProxyStatistics statistics;
  for (const auto& [name, worker] : workers_) {
    statistics.done += worker.done;
    statistics.failed += worker.failed;
    statistics.withdrawn += worker.withdrawn;
    statistics.workers.push_back(worker);
  }
  statistics.lots = lots_;
  if (planned_ > 0) {
    const auto planned = static_cast<double>(planned_);
    statistics.mean_lot = planned / static_cast<double>(lots_);
    statistics.planning = ProxyStatistics::Micros(planning_) / planned;
    statistics.submission = ProxyStatistics::Micros(submission) / planned;
  }
  if (!latencies_.empty()) {
    statistics.median_latency = Millis{stats::quantile(latencies_, 0.5)};
    statistics.latency_95 = Millis{stats::quantile(latencies_, 0.95)};
    statistics.latency_99 = Millis{stats::quantile(latencies_, 0.99)};
  }
  return statistics;
}

}  // namespace warpshop::dispatch
