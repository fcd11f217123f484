#include "dispatch/proxy/task_counts.hpp"

#include <algorithm>
#include <new>
#include <numeric>
#include <utility>

#include "sim/stats/quantile.hpp"

namespace warpshop::dispatch {

bool count(ServedLine& line, const Outcome& outcome) noexcept {
  using Kind = Outcome::Kind;
  ++(outcome.kind == Kind::done ? line.done : outcome.kind == Kind::failed ? line.failed : line.withdrawn);
  line.gpu_time += std::accumulate(outcome.measured.begin(), outcome.measured.end(), Millis{0});
  return outcome.kind == Kind::done;
}

void TaskCounts::add(const Outcome& outcome, Millis late) noexcept {
  if (!count(line_, outcome)) {
    return;
  }
  const Millis latency = outcome.latency + late;
  line_.worst = std::max(line_.worst, latency);
  try {
    if (latencies_.size() < kKept) {
      latencies_.push_back(latency.count());
      return;
    }
  } catch (const std::bad_alloc&) {
    if (latencies_.empty()) {
      return;
    }
  }
  oldest_ %= latencies_.size();
  latencies_[oldest_++] = latency.count();
}

void TaskCounts::add(const TaskCounts& other) {
  line_.done += other.line_.done;
  line_.failed += other.line_.failed;
  line_.withdrawn += other.line_.withdrawn;
  line_.gpu_time += other.line_.gpu_time;
  line_.worst = std::max(line_.worst, other.line_.worst);
  latencies_.insert(latencies_.end(), other.latencies_.begin(), other.latencies_.end());
}

ServedLine TaskCounts::line(std::string name, std::uint64_t refused) const {
  ServedLine line = line_;
  line.name = std::move(name);
  line.refused = refused;
  if (!latencies_.empty()) {
    line.median = Millis{stats::quantile(latencies_, 0.5)};
    line.percentile_95 = Millis{stats::quantile(latencies_, 0.95)};
    line.percentile_99 = Millis{stats::quantile(latencies_, 0.99)};
  }
  return line;
}

}  // namespace warpshop::dispatch
