#include "sim/evaluate/copy_speeds.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "sim/evaluate/rates/copy_rates.hpp"

namespace warpshop::evaluate {
namespace {

constexpr double kEven = 1e-9;  // below it nothing else slows a copy down

struct DrawnPayload {
  std::uint32_t task = 0;
  Millis start{0};  ///< latency is over
  Millis end{0};
  Millis alone{0};      ///< what it takes then
  double expected = 0;  ///< the part of it that the rates alone would have moved
};

/// [Direction], by start.
using DrawnPayloads = std::array<std::vector<DrawnPayload>, 2>;

DrawnPayloads moving_payloads(const Instance& instance, const Timeline& timeline, std::uint32_t device) {
  DrawnPayloads payloads;
  for (const Interval& interval : timeline.intervals) {
    if (interval.device != device || interval.stage == Stage::kernel) {
      continue;
    }
    const Direction direction = interval.stage == Stage::h2d ? Direction::h2d : Direction::d2h;
    const Copy& copy = instance.jobs[interval.task].copy(direction);
    const Millis start = std::min(interval.start + copy.latency, interval.end);
    if (start < interval.end && copy.payload > Millis{0}) {
      payloads[index(direction)].push_back(
          {.task = interval.task, .start = start, .end = interval.end, .alone = copy.payload});
    }
  }
  for (auto& side : payloads) {
    std::stable_sort(side.begin(), side.end(),
                     [](const DrawnPayload& a, const DrawnPayload& b) { return a.start < b.start; });
  }
  return payloads;
}

bool any_overlap(const DrawnPayloads& payloads) {
  return std::any_of(payloads.begin(), payloads.end(), [](const auto& side) {
    return std::adjacent_find(side.begin(), side.end(), [](const DrawnPayload& a, const DrawnPayload& b) {
             return clearly_less(b.start, a.end);
           }) != side.end();
  });
}

/// visit(from, to, [Direction] payload or nullptr) for each stretch of time in which the same payloads move.
template <class Visit>
void for_each_stretch(DrawnPayloads& payloads, Visit visit) {
  std::vector<Millis> times;
  for (const auto& side : payloads) {
    for (const DrawnPayload& payload : side) {
      times.push_back(payload.start);
      times.push_back(payload.end);
    }
  }
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  std::array<std::size_t, 2> next{};
  for (std::size_t i = 0; i < times.size(); ++i) {
    std::array<DrawnPayload*, 2> moving{};
    for (const std::size_t side : {0U, 1U}) {
      while (next[side] < payloads[side].size() && payloads[side][next[side]].end <= times[i]) {
        ++next[side];
      }
      if (next[side] < payloads[side].size() && payloads[side][next[side]].start <= times[i]) {
        moving[side] = &payloads[side][next[side]];
      }
    }
    visit(times[i], i + 1 < times.size() ? times[i + 1] : times[i], moving);
  }
}

/// Speed of each of the payloads by the rates.
std::array<double, 2> payload_rates(const Instance& instance, const std::array<DrawnPayload*, 2>& moving) {
  std::vector<MovingPayload> payloads;
  for (const Direction direction : {Direction::h2d, Direction::d2h}) {
    if (const DrawnPayload* const payload = moving[index(direction)]) {
      payloads.push_back({.direction = direction, .memory = instance.jobs[payload->task].memory[index(direction)]});
    }
  }
  set_copy_rates(instance.rates, {1, 1}, payloads);
  std::array<double, 2> rates{};
  for (const MovingPayload& payload : payloads) {
    rates[index(payload.direction)] = payload.speed;
  }
  return rates;
}

}  // namespace

std::vector<CopySpeed> copy_speeds(const Fleet& fleet, const Timeline& timeline) {
  std::vector<CopySpeed> speeds;
  for (std::uint32_t device = 0; device < fleet.devices.size(); ++device) {
    const Instance& instance = fleet.devices[device];
    DrawnPayloads payloads = moving_payloads(instance, timeline, device);
    if (any_overlap(payloads)) {
      continue;
    }
    for_each_stretch(payloads, [&](Millis from, Millis to, const auto& moving) {
      const std::array<double, 2> rates = payload_rates(instance, moving);
      for (const std::size_t side : {0U, 1U}) {
        if (moving[side] != nullptr) {
          moving[side]->expected += rates[side] * ((to - from) / moving[side]->alone);
        }
      }
    });
    for_each_stretch(payloads, [&](Millis from, Millis /*to*/, const auto& moving) {
      const std::array<double, 2> rates = payload_rates(instance, moving);
      CopySpeed& point = speeds.emplace_back(CopySpeed{.from = from, .device = device});
      for (const std::size_t side : {0U, 1U}) {
        if (moving[side] != nullptr) {
          point.task[side] = moving[side]->task;
          const double expected = moving[side]->expected;
          point.speed[side] = std::abs(expected - 1) < kEven ? rates[side] : rates[side] / expected;
          point.part_per_ms[side] = point.speed[side] / moving[side]->alone.count();
        }
      }
    });
  }
  return speeds;
}

}  // namespace warpshop::evaluate
