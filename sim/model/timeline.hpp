#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

#include "sim/model/stage.hpp"
#include "sim/model/units.hpp"

namespace warpshop {

/// One command on its engine, a copy's latency included. start ≤ end, counted from the start of the plan.
struct Interval {
  std::uint32_t task = 0;  ///< position in the workload
  Stage stage = Stage::h2d;
  Millis start{0};
  Millis end{0};
  std::uint32_t device = 0;  ///< of a fleet
};

/// What a kernel holds of the SMs from one change of that to the next: `ctas_per_sm` CTAs on each of `sms` SMs, in
/// which it does `subtasks` subtasks (a part of one counts as such): none while CTAs are launched, wait to leave, or
/// stand still.
/// start ≤ end, counted from the start of the plan.
struct Residency {
  std::uint32_t task = 0;  ///< position in the workload
  std::uint32_t device = 0;
  std::uint32_t first_sm = 0;
  std::uint32_t sms = 0;
  std::uint32_t ctas_per_sm = 0;
  Millis start{0};
  Millis end{0};
  double subtasks = 0;
  bool stands_still = false;  ///< has done all that it may do there for now, see share::Allowance
  double lost = 0;            ///< subtasks that are to be done again, see Leaving::flush; else 0. start = end
};

/// By start, then SM, then task, as timelines have them.
inline std::vector<Residency> in_order(std::vector<Residency> residencies) {
  std::stable_sort(residencies.begin(), residencies.end(), [](const Residency& a, const Residency& b) {
    return std::tie(a.start, a.first_sm, a.task) < std::tie(b.start, b.first_sm, b.task);
  });
  return residencies;
}

/// What happened, or would happen: intervals in plan order, each task's stages in theirs. Kernels overlap where
/// residencies say what each holds, where one leaves the compute engine to others (Job::beside), and where they did in
/// a recording. A kernel's interval spans its residencies.
struct Timeline {
  std::vector<Interval> intervals;
  std::vector<Residency> residencies = {};  ///< by start; empty: nobody says what a kernel holds
  Millis makespan{0};                       ///< end of the last command
  int dma_engines = 2;
  std::vector<int> fleet_dma_engines = {};  ///< by device of a fleet; empty: there is one device

  std::size_t devices() const { return fleet_dma_engines.empty() ? 1 : fleet_dma_engines.size(); }
  int dma_engines_of(std::size_t device) const {
    return fleet_dma_engines.empty() ? dma_engines : fleet_dma_engines[device];
  }
};

/// How fast the payloads of a device move from here on; all by [Direction].
struct CopySpeed {
  Millis from{0};
  std::uint32_t device = 0;
  std::array<std::optional<std::uint32_t>, 2> task = {};  ///< whose payload moves; nothing: none does
  std::array<double, 2> speed{};                          ///< relative to alone; 0: none moves
  std::array<double, 2> part_per_ms{};                    ///< of the payload

  bool both() const { return task[0] && task[1]; }
};

/// The engine that serves a stage: h2d, compute and d2h, or dma for both copies where they share one.
constexpr std::string_view engine_name(Stage stage, int dma_engines) {
  if (stage == Stage::kernel) {
    return "compute";
  }
  return dma_engines == 1 ? "dma" : name(stage);
}

/// By interval: the lane of its engine that it is drawn in, so that none overlaps another there: the first that is free
/// when it starts (but for kTieTolerance of the makespan), in the order in which they do.
std::vector<std::uint32_t> engine_lanes(const Timeline& timeline);

/// How long the engines of a device are at work. One that serves several at once, as kernels that share the GPU, is at
/// work once.
struct EngineTimes {
  std::array<Millis, 3> busy{};  ///< [Stage]: serves that stage; 0 … makespan
  Millis overlapped{0};          ///< two or three of them at once; 0 … makespan
};

/// By device. O(n log n) for n intervals.
std::vector<EngineTimes> engine_times(const Timeline& timeline);

/// Fraction of the makespan, 0 … 1, during which two or three engines of a device serve something at once, on average
/// over the devices; 0 for an empty timeline.
double overlapped_share(const Timeline& timeline);

}  // namespace warpshop
