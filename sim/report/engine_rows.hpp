#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/model/timeline.hpp"

namespace warpshop::report {

/// From when to when, and of what: a position that the caller knows.
struct TimeSpan {
  Millis start{0};
  Millis end{0};
  std::size_t what = 0;
};

/// What an engine of a device serves: a row of a chart.
struct EngineRow {
  std::uint32_t device = 0;
  Stage stage = Stage::h2d;          ///< of one DMA engine: h2d
  std::uint32_t lane = 0;            ///< above 0: of what overlaps others on that engine, see engine_lanes()
  std::string name;                  ///< `compute`, `compute 2`
  std::vector<TimeSpan> spans = {};  ///< by start; `what`: position in Timeline::intervals
};

/// From above: by device, engine (`h2d`, `compute`, `d2h`; `dma` where both copies share one) and lane; every engine of
/// every device has a row. O(n log n).
std::vector<EngineRow> engine_rows(const Timeline& timeline);

/// By device: when copies move in both directions at once, by start. O(n log n).
std::vector<std::vector<TimeSpan>> both_ways(const Timeline& timeline);

}  // namespace warpshop::report
