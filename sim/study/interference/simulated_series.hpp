#pragma once

#include <cstdint>
#include <vector>

#include "sim/model/metric_series.hpp"
#include "sim/study/interference/phased_kernel.hpp"

namespace warpshop::study {

/// How a profiler looks at a kernel.
struct ProfilerOptions {
  Millis every{70};            ///< S2
  double mean_error = 0.056;   ///< standard deviation of the factor by which all samples of a metric are off: a mean of
                               ///< |error| of 4.5 %, as S2 prints
  double sample_error = 0.03;  ///< of that of each sample
  std::uint64_t seed = 1;
};

/// The metrics of S2 (kS2Metrics) of a kernel alone, made of what it uses in each interval (the last may be shorter,
/// and is a sample all the same). How reads and writes, and what caches hold, divide what an application moves is drawn
/// by its number and the seed: they tell kernels apart and say nothing of interference.
MetricSeries simulated_series(const PhasedKernel& kernel, const InterferenceGpu& gpu, const ProfilerOptions& options);

/// The kernel as its series shows it: a phase for each sample, with what `issue_slot_utilization`, the two throughputs
/// of DRAM and `shared_store_throughput` say it uses. kernel: whose grid it is; its phases are not read.
PhasedKernel seen_in(const MetricSeries& series, const PhasedKernel& kernel, const InterferenceGpu& gpu);

}  // namespace warpshop::study
