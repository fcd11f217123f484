#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/place/pair_predictor.hpp"
#include "sim/study/interference/phased_kernel.hpp"

namespace warpshop::study {

/// Two kernels that ran side by side; first ≤ second.
struct MeasuredPair {
  std::size_t first = 0;
  std::size_t second = 0;
  double slowdown = 1;  ///< the larger T_p / T_s of the two, means of the same number of runs

  bool interferes() const { return slowdown > place::kLabelledSlowdown; }
};

/// What stands between the law and a measurement. Deviations are those of the logarithm.
struct MeasuringOptions {
  double law_error = 0.06;  ///< by which the law is off on a pair: each side its own factor
  double run_noise = 0.05;  ///< by which a run is off
  int runs = 10;            ///< S2
  std::uint64_t seed = 1;
};

/// Every pair of the kernels, each beside itself as well: n + n (n - 1) / 2 of them, by first, then second. Times alone
/// are measured once a kernel, times together once a pair.
std::vector<MeasuredPair> measured_pairs(std::span<const PhasedKernel> kernels, const InterferenceGpu& gpu,
                                         const MeasuringOptions& options);

}  // namespace warpshop::study
