#include "dispatch/proxy/proxy_tally.hpp"

#include <algorithm>
#include <new>
#include <numeric>

#include "sim/stats/quantile.hpp"

namespace warpshop::dispatch {

void ProxyTally::add_lot(std::size_t tasks) {
  ++lots_;
  planned_ += tasks;
}

void ProxyTally::add(const std::string& worker, const Outcome& outcome) noexcept {
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
  keep_latency(outcome.latency.count());
}

void ProxyTally::keep_latency(double latency) noexcept {
  constexpr std::size_t kLatencies = 65536;
  try {
    if (latencies_.size() < kLatencies) {
      latencies_.push_back(latency);
      return;
    }
  } catch (const std::bad_alloc&) {
    if (latencies_.empty()) {
      return;
    }
  }
  next_latency_ %= latencies_.size();
  latencies_[next_latency_++] = latency;
}

ProxyStatistics ProxyTally::statistics(std::chrono::nanoseconds submission) const {
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
    statistics.median_latency = Millis{stats::quantile(latencies_, 0.5)};
    statistics.latency_95 = Millis{stats::quantile(latencies_, 0.95)};
    statistics.latency_99 = Millis{stats::quantile(latencies_, 0.99)};
    statistics.worst_latency = worst_latency_;
  }
  return statistics;
}

}  // namespace warpshop::dispatch
