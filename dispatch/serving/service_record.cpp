#include "dispatch/serving/service_record.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace warpshop::dispatch {

void ServedCounts::add(const Outcome& outcome, Millis late) noexcept {
  using Kind = Outcome::Kind;
  if (outcome.kind != Kind::done) {
    ++(outcome.kind == Kind::failed ? line_.failed : line_.withdrawn);
    return;
  }
  const Millis latency = outcome.latency + late;
  ++line_.done;
  line_.gpu_time += std::accumulate(outcome.measured.begin(), outcome.measured.end(), Millis{0});
  line_.worst = std::max(line_.worst, latency);
  latencies_.add(latency);
}

void ServedCounts::add(const ServedCounts& other) {
  line_.done += other.line_.done;
  line_.failed += other.line_.failed;
  line_.withdrawn += other.line_.withdrawn;
  line_.gpu_time += other.line_.gpu_time;
  line_.worst = std::max(line_.worst, other.line_.worst);
  latencies_.add(other.latencies_);
}

ServedLine ServedCounts::line(std::string name, std::uint64_t refused) const {
  ServedLine line = line_;
  line.name = std::move(name);
  line.refused = refused;
  if (!latencies_.empty()) {
    line.median = latencies_.quantile(0.5);
    line.percentile_95 = latencies_.quantile(0.95);
    line.percentile_99 = latencies_.quantile(0.99);
  }
  return line;
}

void ServedTraceLog::seen(const Observation& observation) {
  if (trace_.task_names.size() < kMost) {
    seen_ = observation;
  } else {
    trace_.complete = false;
  }
}

void ServedTraceLog::done(const Outcome& outcome, const std::string& name) {
  const auto observation = std::exchange(seen_, {});
  if (!observation || observation->id != outcome.id) {
    return;
  }
  const auto task = static_cast<std::uint32_t>(trace_.task_names.size());
  trace_.task_names.push_back(name + ' ' + std::to_string(static_cast<std::uint64_t>(outcome.id)));
  for (const ObservedStage& stage : observation->stages) {
    trace_.timeline.intervals.push_back({.task = task, .stage = stage.stage, .start = stage.start, .end = stage.end});
    trace_.timeline.makespan = std::max(trace_.timeline.makespan, stage.end);
  }
}

}  // namespace warpshop::dispatch
