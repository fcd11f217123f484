#include "sim/study/interference/profiled_kernels.hpp"

namespace warpshop::study {

ProfiledKernels profiled_kernels(std::span<const PhasedKernel> kernels, const InterferenceGpu& gpu,
                                 const ProfilerOptions& options) {
  ProfiledKernels profiled{.gpu = gpu};
  for (const PhasedKernel& kernel : kernels) {
    profiled.series.push_back(simulated_series(kernel, gpu, options));
    profiled.seen.push_back(seen_in(profiled.series.back(), kernel, gpu));
  }
  return profiled;
}

}  // namespace warpshop::study
