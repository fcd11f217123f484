#include "sim/model/sharing_metrics.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace warpshop {
namespace {

/// The time that any of the spans covers; they are sorted by start.
Millis covered(const std::vector<std::pair<Millis, Millis>>& spans) {
  Millis total{0};
  Millis until{0};
  for (const auto& [start, end] : spans) {
    total += std::max(Millis{0}, end - std::max(start, until));
    until = std::max(until, end);
  }
  return total;
}

}  // namespace

std::optional<SharingMetrics> sharing_metrics(const Instance& instance, const Timeline& timeline) {
  std::vector<std::pair<Millis, Millis>> spans;
  std::vector<double> progress;
  Millis alone{0};
  for (const Interval& each : timeline.intervals) {
    if (each.stage == Stage::kernel && each.end > each.start) {
      const Millis own = instance.jobs[each.task].kernel;
      alone += own;
      progress.push_back(own / (each.end - each.start));
      spans.emplace_back(each.start, each.end);
    }
  }
  if (spans.empty()) {
    return std::nullopt;
  }
  std::sort(spans.begin(), spans.end());
  SharingMetrics metrics{.stp = alone / covered(spans)};
  for (const double each : progress) {
    metrics.antt += 1 / each / static_cast<double>(progress.size());
  }
  const auto [least, most] = std::minmax_element(progress.begin(), progress.end());
  metrics.fairness = *least / *most;
  return metrics;
}

}  // namespace warpshop
