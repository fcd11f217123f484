#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "sim/model/comparison.hpp"
#include "sim/model/uncertainty.hpp"
#include "sim/model/workload.hpp"
#include "sim/study/problem.hpp"

namespace warpshop::study {

/// How the draws are made.
struct DrawSettings {
  std::size_t draws = 200;  ///< ≥ 1
  std::uint64_t seed = 1;
  unsigned jobs = 1;  ///< ≥ 1 threads; the result does not depend on it
};

/// The plans of a comparison again, each as it is, over draws of what the comparison only assumes: copies (see
/// assumed_factor()), CPUs over which kernels are split, a change of context (context_switch_range()), the patience of
/// time slices, what kernels use that
/// do not say it. Each value is drawn by itself, evenly by its logarithm, a patience evenly; and put to both ends of
/// its range by itself. By the evaluation that the engine `fast` has.
///
/// problem: of the comparison, on one device. The comparison has results. progress(text) tells what goes on. Throws
/// InputError where the device has become another one than the workload fits.
Uncertainty uncertainty(const Problem& problem, const Workload& workload, const Device& device,
                        const Comparison& comparison, const DrawSettings& settings,
                        const std::function<void(const std::string&)>& progress);

}  // namespace warpshop::study
