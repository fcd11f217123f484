#include "dispatch/serving/served_account.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "sim/stats/quantile.hpp"

namespace warpshop::dispatch {

void ServedAccount::add(const Outcome& outcome, Millis late) {
  using Kind = Outcome::Kind;
  if (outcome.kind != Kind::done) {
    ++(outcome.kind == Kind::failed ? line_.failed : line_.withdrawn);
    return;
  }
  const Millis latency = outcome.latency + late;
  ++line_.done;
  line_.gpu_time += std::accumulate(outcome.measured.begin(), outcome.measured.end(), Millis{0});
  line_.worst = std::max(line_.worst, latency);
  if (latencies_.size() < kKept) {
    latencies_.push_back(latency.count());
  } else {
    latencies_[next_] = latency.count();
    next_ = (next_ + 1) % kKept;
  }
}

void ServedAccount::add(const ServedAccount& other) {
  line_.done += other.line_.done;
  line_.failed += other.line_.failed;
  line_.withdrawn += other.line_.withdrawn;
  line_.gpu_time += other.line_.gpu_time;
  line_.worst = std::max(line_.worst, other.line_.worst);
  latencies_.insert(latencies_.end(), other.latencies_.begin(), other.latencies_.end());
}

ServedLine ServedAccount::line(std::string name, std::uint64_t refused) const {
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
