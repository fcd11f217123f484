#include "dispatch/proxy/proxy_counts.hpp"

#include <algorithm>
#include <numeric>

namespace warpshop::dispatch {

void ProxyCounts::add_lot(std::size_t tasks) {
  ++lots_;
  planned_ += tasks;
}

void ProxyCounts::add(const std::string& worker, const Outcome& outcome) noexcept {
  ++ended_;
  WorkerStatistics& line = workers_.find(worker)->second;
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
  worst_latency_ = std::max(worst_latency_, outcome.latency);
  latencies_.add(outcome.latency);
}

ProxyStatistics ProxyCounts::statistics(std::chrono::nanoseconds submission) const {
  ProxyStatistics statistics;
  for (const auto& [name, worker] : workers_) {
    statistics.done += worker.done;
    statistics.failed += worker.failed;
    statistics.withdrawn += worker.withdrawn;
    if (worker.done + worker.failed + worker.withdrawn > 0) {
      statistics.workers.push_back(worker);
    }
  }
  statistics.lots = lots_;
  if (planned_ > 0) {
    const auto planned = static_cast<double>(planned_);
    statistics.mean_lot = planned / static_cast<double>(lots_);
    statistics.planning = ProxyStatistics::Micros(planning_) / planned;
    statistics.submission = ProxyStatistics::Micros(submission) / planned;
  }
  if (!latencies_.empty()) {
    statistics.median_latency = latencies_.quantile(0.5);
    statistics.latency_95 = latencies_.quantile(0.95);
    statistics.latency_99 = latencies_.quantile(0.99);
    statistics.worst_latency = worst_latency_;
  }
  return statistics;
}

}  // namespace warpshop::dispatch
