#pragma once

#include <array>
#include <vector>

#include "sim/model/stage.hpp"
#include "sim/model/timeline.hpp"

namespace warpshop {

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
