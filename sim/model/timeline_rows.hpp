#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/model/copy_facts.hpp"
#include "sim/model/timeline.hpp"

namespace warpshop {

/// What a drawing says of one device.
struct TimelinePanel {
  std::string name;
  std::string label = {};  ///< may be empty
};

/// A row of a device's panel.
struct TimelineRow {
  std::uint32_t device = 0;
  std::uint32_t number = 0;  ///< from 1; by which all else refers to it
  std::uint32_t place = 0;   ///< from above; rows that share one stand in the order of their numbers
  std::string name;
};

/// Of the marks of a panel; the engines have 1 … 3.
inline constexpr std::uint32_t kMarksRow = 4;

/// The CTAs that a kernel holds on all SMs, from here on.
struct TimelineCount {
  Millis time{0};
  std::uint32_t device = 0;
  std::uint32_t task = 0;  ///< position in the workload
  std::int64_t ctas = 0;
};

/// What a counter of a device says from here on, by name: how busy its resources are, how fast its copies.
struct TimelineLoad {
  Millis time{0};
  std::uint32_t device = 0;
  std::string_view counter;  ///< with its unit
  std::vector<std::pair<std::string_view, double>> values;
};

/// A moment of a task: `release`, `due` or `late`.
struct TimelineMark {
  std::string_view kind;
  Millis time{0};
  std::uint32_t device = 0;
  std::uint32_t task = 0;  ///< position in the workload
};

/// A timeline as it is drawn, whatever draws it. The spans are of what it was made from.
struct TimelineRows {
  std::vector<TimelinePanel> panels;        ///< by device
  std::span<const std::string> task_names;  ///< by position
  std::span<const Interval> intervals;      ///< a slice each
  const Timeline* timeline = nullptr;       ///< that they are of
  std::vector<TimelineRow> rows = {};       ///< of slices; a DMA engine that serves two stages stands here for each
  std::vector<std::uint32_t> row_of = {};   ///< by interval: number of the row
  std::vector<TimelineCount> counts = {};   ///< by time
  std::vector<TimelineLoad> loads = {};     ///< of each counter by time
  std::vector<TimelineMark> marks = {};     ///< by task
  std::span<const TaskCopies> copies = {};  ///< by position; empty: nothing is known
  /// Positions of intervals: of an H2D copy, and of the D2H copy that waits for it.
  std::vector<std::pair<std::size_t, std::size_t>> gates = {};

  /// Whether an interval is the next stage of the task that the one before it is of.
  bool continues(std::size_t interval) const {
    return interval > 0 && intervals[interval - 1].task == intervals[interval].task;
  }
};

}  // namespace warpshop
