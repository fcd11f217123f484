#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "sim/model/units.hpp"

namespace warpshop {

/// Elements that are worked on in a second; positive where it is used.
struct ElementsPerSecond {
  double value = 0;
  friend auto operator<=>(const ElementsPerSecond&, const ElementsPerSecond&) = default;
};

inline Millis operator/(double elements, ElementsPerSecond rate) {
  return std::chrono::duration<double>{elements / rate.value};
}

/// Who does how many iterations of a step; neither is below 0.
struct SplitParts {
  std::int64_t cpu = 0;
  std::int64_t gpu = 0;

  std::int64_t both() const { return cpu + gpu; }
  double gpu_share() const { return both() == 0 ? 0 : static_cast<double>(gpu) / static_cast<double>(both()); }
  friend bool operator==(const SplitParts&, const SplitParts&) = default;
};

/// How long each of them took for its part; 0 of one that had none. The GPU's has its launch and copies in it (S1 4).
struct SplitTimes {
  Millis cpu{0};
  Millis gpu{0};

  Millis both() const { return std::max(cpu, gpu); }
  Millis apart() const { return Millis{std::abs((cpu - gpu).count())}; }
  friend bool operator==(const SplitTimes&, const SplitTimes&) = default;
};

/// A part of a job that CPU and GPU do side by side; the next one waits for both.
struct SplitStep {
  SplitParts parts;
  SplitTimes times;
  bool profiling = false;  ///< of those by which a policy learns how to split what is left

  /// |t_cpu - t_gpu| / max, 0 … 1 (S1 4).
  double imbalance() const { return times.both() == Millis{0} ? 0 : times.apart() / times.both(); }
};

/// A job that is done, step by step.
struct SplitRun {
  std::vector<SplitStep> steps;

  Millis total() const {
    return sum([](const SplitStep& step) { return step.times.both(); });
  }
  /// The part of the time that one of the two waits for the other, 0 … 1.
  double imbalance() const {
    return part_of_time([](const SplitStep& step) { return step.times.apart(); });
  }
  double profiling_time() const {
    return part_of_time([](const SplitStep& step) { return step.profiling ? step.times.both() : Millis{0}; });
  }
  SplitParts parts(bool profiling_alone = false) const {
    SplitParts all;
    for (const SplitStep& step : steps) {
      if (step.profiling || !profiling_alone) {
        all.cpu += step.parts.cpu;
        all.gpu += step.parts.gpu;
      }
    }
    return all;
  }
  /// Part of the iterations.
  double profiling_work() const {
    return static_cast<double>(parts(true).both()) / static_cast<double>(parts().both());
  }

 private:
  template <class Time>
  Millis sum(const Time& time) const {
    return std::accumulate(steps.begin(), steps.end(), Millis{0},
                           [&](Millis before, const SplitStep& step) { return before + time(step); });
  }
  template <class Time>
  double part_of_time(const Time& time) const {
    return total() == Millis{0} ? 0 : sum(time) / total();
  }
};

}  // namespace warpshop
