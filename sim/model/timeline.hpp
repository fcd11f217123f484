#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
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

/// What happened, or would happen: intervals in plan order, each task's stages in theirs.
struct Timeline {
  std::vector<Interval> intervals;
  Millis makespan{0};  ///< end of the last command
  int dma_engines = 2;
  std::vector<int> fleet_dma_engines = {};  ///< by device of a fleet; empty: there is one device

  std::size_t devices() const { return fleet_dma_engines.empty() ? 1 : fleet_dma_engines.size(); }
  int dma_engines_of(std::size_t device) const {
    return fleet_dma_engines.empty() ? dma_engines : fleet_dma_engines[device];
  }
};

/// The engine that serves a stage: h2d, compute and d2h, or dma for both copies where they share one.
constexpr std::string_view engine_name(Stage stage, int dma_engines) {
  if (stage == Stage::kernel) {
    return "compute";
  }
  return dma_engines == 1 ? "dma" : name(stage);
}

}  // namespace warpshop
