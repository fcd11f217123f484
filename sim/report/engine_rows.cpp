#include "sim/report/engine_rows.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <utility>

#include "sim/model/timeline.hpp"

namespace warpshop::report {
namespace {

void sort_by_start(std::vector<TimeSpan>& spans) {
  std::stable_sort(spans.begin(), spans.end(), [](const TimeSpan& a, const TimeSpan& b) { return a.start < b.start; });
}

/// Spans that overlap become one.
std::vector<TimeSpan> merged(std::vector<TimeSpan> spans) {
  sort_by_start(spans);
  std::vector<TimeSpan> merged;
  for (const TimeSpan& span : spans) {
    if (!merged.empty() && span.start < merged.back().end) {
      merged.back().end = std::max(merged.back().end, span.end);
    } else {
      merged.push_back(span);
    }
  }
  return merged;
}

/// Where both lists have a span at once. Both by start, without overlaps of their own.
std::vector<TimeSpan> common(const std::vector<TimeSpan>& one, const std::vector<TimeSpan>& other) {
  std::vector<TimeSpan> common;
  for (std::size_t i = 0, j = 0; i < one.size() && j < other.size();) {
    const Millis start = std::max(one[i].start, other[j].start);
    const Millis end = std::min(one[i].end, other[j].end);
    if (start < end) {
      common.push_back({.start = start, .end = end});
    }
    one[i].end < other[j].end ? ++i : ++j;
  }
  return common;
}

}  // namespace

std::vector<EngineRow> engine_rows(const Timeline& timeline) {
  std::map<std::tuple<std::uint32_t, std::size_t, std::uint32_t>, EngineRow> rows;  // by device, stage and lane
  const auto row_of = [&](std::uint32_t device, Stage stage, std::uint32_t lane) -> EngineRow& {
    const int dma_engines = timeline.dma_engines_of(device);
    const Stage engine = stage == Stage::d2h && dma_engines == 1 ? Stage::h2d : stage;
    const auto [row, is_new] = rows.try_emplace({device, index(engine), lane});
    if (is_new) {
      row->second = {device, engine, lane, std::string{engine_name(engine, dma_engines)}};
      row->second.name += lane == 0 ? "" : ' ' + std::to_string(lane + 1);
    }
    return row->second;
  };
  for (std::uint32_t device = 0; device < timeline.devices(); ++device) {
    for (const Stage stage : kStages) {
      row_of(device, stage, 0);
    }
  }
  const std::vector<std::uint32_t> lanes = engine_lanes(timeline);
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    const Interval& interval = timeline.intervals[i];
    row_of(interval.device, interval.stage, lanes[i]).spans.push_back({interval.start, interval.end, i});
  }
  std::vector<EngineRow> sorted;
  for (auto& [place, row] : rows) {
    sort_by_start(row.spans);
    sorted.push_back(std::move(row));
  }
  return sorted;
}

std::vector<std::vector<TimeSpan>> both_ways(const Timeline& timeline) {
  std::vector<std::array<std::vector<TimeSpan>, 2>> copies(timeline.devices());
  for (const Interval& interval : timeline.intervals) {
    if (interval.stage != Stage::kernel) {
      copies[interval.device][interval.stage == Stage::h2d ? 0 : 1].push_back({interval.start, interval.end});
    }
  }
  std::vector<std::vector<TimeSpan>> both;
  both.reserve(copies.size());
  for (auto& [in, out] : copies) {
    both.push_back(common(merged(std::move(in)), merged(std::move(out))));
  }
  return both;
}

}  // namespace warpshop::report
