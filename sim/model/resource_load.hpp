#pragma once

#include <array>
#include <span>

#include "sim/model/co_run.hpp"
#include "sim/model/units.hpp"

namespace warpshop {

/// How busy what kernels share is from here on, over all SMs: [SharedResource], as a rule 0 … 1.
struct ResourceLoad {
  Millis from{0};
  std::array<double, kSharedResources> busy{};
};

/// The part of the time from 0 to `until` in which each is busy, on average; until > 0. The last point holds on.
inline std::array<double, kSharedResources> mean_load(std::span<const ResourceLoad> points, Millis until) {
  std::array<double, kSharedResources> mean{};
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Millis end = i + 1 < points.size() ? points[i + 1].from : until;
    for (std::size_t resource = 0; resource < kSharedResources; ++resource) {
      mean[resource] += points[i].busy[resource] * ((end - points[i].from) / until);
    }
  }
  return mean;
}

}  // namespace warpshop
