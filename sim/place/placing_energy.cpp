#include "sim/place/placing_energy.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "sim/place/gpu_sequences.hpp"

namespace warpshop::place {
namespace {

/// From a moment on a GPU draws so much more, or less, than before.
using PowerSteps = std::vector<std::pair<Millis, double>>;

void add_steps(const PlacingProblem& problem, std::size_t gpu, const GpuQueue& queue, const Placement& placement,
               PowerSteps& steps) {
  std::vector<Millis> changes;
  for (const Queued& each : queue) {
    changes.push_back(placement[each.job].start);
    changes.push_back(placement[each.job].end);
  }
  std::sort(changes.begin(), changes.end());
  changes.erase(std::unique(changes.begin(), changes.end()), changes.end());
  double before = 0;
  for (const Millis change : changes) {
    std::vector<std::size_t> residents;
    Millis first{0};
    Millis last{0};
    for (const Queued& each : queue) {
      if (placement[each.job].start <= change && change < placement[each.job].end) {
        first = residents.empty() ? placement[each.job].start : first;
        last = placement[each.job].start;
        residents.push_back(problem.kinds[each.job]);
      }
    }
    double now = 0;
    if (!residents.empty()) {
      const auto speeds = problem.speeds(problem.gpus[gpu], {.kinds = residents, .together = first == last});
      for (std::size_t i = 0; i < residents.size(); ++i) {
        now += speeds[i] * problem.gpu_kinds[problem.gpus[gpu]].above_idle[residents[i]].value;
      }
    }
    steps.emplace_back(change, now - before);
    before = now;
  }
}

}  // namespace

std::optional<Energy> placing_energy(const PlacingProblem& problem, const Placement& placement) {
  Watts idle{0};
  for (const std::size_t gpu_kind : problem.gpus) {
    if (!problem.gpu_kinds[gpu_kind].idle) {
      return std::nullopt;
    }
    idle.value += problem.gpu_kinds[gpu_kind].idle->value;
  }
  Energy energy{.used = idle * makespan(placement), .peak = idle};
  const std::vector<GpuQueue> queues = queues_of(problem, placement);
  PowerSteps steps;
  for (std::size_t gpu = 0; gpu < queues.size(); ++gpu) {
    for (const Queued& each : queues[gpu]) {
      const Watts above = problem.gpu_kinds[problem.gpus[gpu]].above_idle[problem.kinds[each.job]];
      energy.used.value += (above * problem.alone(each.job, gpu)).value;
    }
    add_steps(problem, gpu, queues[gpu], placement, steps);
  }
  std::stable_sort(steps.begin(), steps.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  double drawn = idle.value;
  for (auto step = steps.begin(); step != steps.end();) {
    const Millis now = step->first;
    for (; step != steps.end() && step->first == now; ++step) {
      drawn += step->second;
    }
    energy.peak.value = std::max(energy.peak.value, drawn);
  }
  return energy;
}

}  // namespace warpshop::place
