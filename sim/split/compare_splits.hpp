#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/model/split_comparison.hpp"
#include "sim/split/machine_model.hpp"
#include "sim/split/split_policies.hpp"

namespace warpshop::split {

/// A job and the machine that it is to be predicted on.
struct SplitProblem {
  std::int64_t iterations = 1;
  CpuModel cpu;
  GpuModel gpu;
  Noise noise;
  SplitSettings settings;
  bool cpu_assumed = false;  ///< of kThreadsOfAnSm threads to an SM: predictions get a range
};

/// With noise so many runs are drawn.
inline constexpr std::size_t kNoiseDraws = 25;

/// Adds predictions to a comparison that says what is compared, by these policies, best first: with noise the run of
/// median length of kNoiseDraws. A range holds what is predicted.
void predict(const SplitProblem& problem, std::span<const SplitPolicy* const> policies, SplitComparison& comparison);

/// Puts measured runs beside the predicted ones: of each policy so many on that machine, of which the one of median
/// length stays, then best first by these; and how long each side takes alone. repeats ≥ 1.
void measure(const SplitProblem& problem, const Machine& machine, unsigned repeats, SplitComparison& comparison);

}  // namespace warpshop::split
