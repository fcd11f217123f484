#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/learn/folds.hpp"
#include "sim/study/interference/detectors.hpp"
#include "sim/study/interference/profiled_kernels.hpp"
#include "sim/study/interference/s2_kernels.hpp"

/// S2's kernels as they are drawn for what results/placement prints.
namespace warpshop::bench {

inline constexpr std::size_t kFolds = 5;  // S2

/// What is assumed, all of it ours.
struct Assumed {
  study::PopulationOptions population = {};
  study::ProfilerOptions profiler = {};
  study::MeasuringOptions measuring = {};
};

/// The kernels of one draw, as they are measured alone and together.
struct Drawn {
  std::uint64_t seed = 0;
  std::vector<study::PhasedKernel> kernels = {};
  study::ProfiledKernels profiled = {};
  std::vector<study::MeasuredPair> pairs = {};
  std::vector<learn::Fold> folds = {};
};

Drawn drawn(Assumed assumed, std::uint64_t seed);
study::LearningOptions options_of(const Drawn& draw);

}  // namespace warpshop::bench
