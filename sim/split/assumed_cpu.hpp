#pragma once

#include <cstdint>

#include "sim/model/split_comparison.hpp"

namespace warpshop::split {

/// Elements a second of one thread, where nobody says it: an SM does what kThreadsOfAnSm threads do. per_element: of
/// the GPU, > 0; sms ≥ 1.
inline ElementsPerSecond assumed_cpu_rate(Millis per_element, std::int64_t sms) {
  const std::chrono::duration<double> of_an_sm = per_element * static_cast<double>(sms);
  return {1 / (of_an_sm.count() * kThreadsOfAnSm)};
}

/// What the CPU's part of a step takes beside its elements, to start threads and wait for them: *ours*, 20 to 100 us by
/// the machine.
inline constexpr Millis kAssumedCpuOverhead{0.05};

}  // namespace warpshop::split
