#include "sim/report/placing_chart.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

namespace warpshop::report {
namespace {

constexpr std::size_t kMostGpusDrawn = 16;

/// Jobs of a GPU in rows, so that none overlaps another.
std::vector<std::vector<const JobOnGpu*>> lanes_of(const Placing& placing, std::size_t gpu) {
  std::vector<std::vector<const JobOnGpu*>> lanes;
  for (const JobOnGpu& job : placing.best().jobs) {
    if (job.gpu != gpu) {
      continue;
    }
    auto lane = std::find_if(lanes.begin(), lanes.end(),
                             [&](const auto& each) { return !clearly_less(job.start, each.back()->end); });
    if (lane == lanes.end()) {
      lane = lanes.insert(lanes.end(), std::vector<const JobOnGpu*>{});
    }
    lane->push_back(&job);
  }
  return lanes;
}

bool is_ascii(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](char letter) { return letter >= ' ' && letter < 0x7f; });
}

/// `|name====|` over its cells; the name where that fits.
void draw_bar(std::string& row, const JobOnGpu& job, double cells_per_ms) {
  const auto cell = [&](Millis time) {
    return std::min(row.size(), static_cast<std::size_t>(std::lround(time.count() * cells_per_ms)));
  };
  const std::size_t first = cell(job.start);
  const std::size_t end = std::max(cell(job.end), std::min(row.size(), first + 1));
  std::fill(row.begin() + static_cast<std::ptrdiff_t>(first), row.begin() + static_cast<std::ptrdiff_t>(end), '=');
  if (end <= first) {
    return;
  }
  row[first] = '|';
  if (is_ascii(job.job) && job.job.size() + 1 < end - first) {
    row.replace(first + 1, job.job.size(), job.job);
  }
}

}  // namespace

std::string placing_chart(const Placing& placing, std::size_t width) {
  constexpr std::size_t kLeastCells = 20;
  const std::size_t shown = std::min(placing.gpus.size(), kMostGpusDrawn);
  std::size_t names = 0;
  for (std::size_t gpu = 0; gpu < shown; ++gpu) {
    names = std::max(names, placing.gpus[gpu].name.size());
  }
  const std::size_t cells = std::max(kLeastCells, width > names + 1 ? width - names - 1 : 0);
  const Millis makespan = placing.best().makespan;
  std::string text;
  for (std::size_t gpu = 0; gpu < shown; ++gpu) {
    std::string name = placing.gpus[gpu].name;
    auto lanes = lanes_of(placing, gpu);
    lanes.resize(std::max<std::size_t>(1, lanes.size()));
    for (const auto& lane : lanes) {
      std::string row(cells, '.');
      for (const JobOnGpu* const job : lane) {
        draw_bar(row, *job, static_cast<double>(cells) / makespan.count());
      }
      text += fmt::format("{:<{}} {}\n", name, names, row);
      name.clear();
    }
  }
  const std::string end = fmt::format("{:.3f} ms", makespan.count());
  text += fmt::format("{:<{}} 0{:>{}}\n", "", names, end, cells - 1);
  if (shown < placing.gpus.size()) {
    text += fmt::format("{} more GPUs are not drawn.\n", placing.gpus.size() - shown);
  }
  return text;
}

}  // namespace warpshop::report
