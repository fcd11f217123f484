#include "sim/report/copy_counters.hpp"

#include <algorithm>
#include <map>
#include <optional>

namespace warpshop::report {
namespace {

std::optional<Bytes> size_of(const CopySpeed& point, std::size_t side, std::span<const TaskCopies> copies) {
  return copies.empty() ? std::nullopt : copies[*point.task[side]][side].bytes;
}

}  // namespace

std::vector<TimelineLoad> copy_counters(std::span<const CopySpeed> speeds, std::span<const TaskCopies> copies) {
  const bool sizes = std::all_of(speeds.begin(), speeds.end(), [&](const CopySpeed& point) {
    return (!point.task[0] || size_of(point, 0, copies)) && (!point.task[1] || size_of(point, 1, copies));
  });
  std::vector<TimelineLoad> counters;
  std::map<std::uint32_t, bool> opposed;  // by device
  for (const CopySpeed& point : speeds) {
    TimelineLoad& counter = counters.emplace_back(TimelineLoad{
        .time = point.from, .device = point.device, .counter = sizes ? "copies GB/s" : "copy speed", .values = {}});
    for (const Direction direction : {Direction::h2d, Direction::d2h}) {
      const std::size_t side = index(direction);
      constexpr double kGigaPerMilli = 1e-6;  // GB/s of a byte a millisecond
      const double value =
          !point.task[side] ? 0
          : sizes ? static_cast<double>(size_of(point, side, copies)->count) * point.part_per_ms[side] * kGigaPerMilli
                  : point.speed[side];
      counter.values.emplace_back(name(direction), value);
    }
    if (bool& before = opposed[point.device]; before != point.both()) {
      before = point.both();
      counters.push_back({.time = point.from,
                          .device = point.device,
                          .counter = "contention",
                          .values = {{"both ways", before ? 1.0 : 0.0}}});
    }
  }
  return counters;
}

}  // namespace warpshop::report
