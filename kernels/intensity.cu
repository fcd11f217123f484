#include "kernels/gpu/cuda_entry.cuh"
#include "kernels/intensity.hpp"
#include "kernels/kernel_registry.hpp"

namespace warpshop::kernels {

#define WARPSHOP_DEFINE_INTENSITY(links)          \
  gpu::CudaCode intensity_##links##_cuda() {      \
    return gpu::cuda_code_of<Intensity<links>>(); \
  }
WARPSHOP_INTENSITIES(WARPSHOP_DEFINE_INTENSITY)
#undef WARPSHOP_DEFINE_INTENSITY

}  // namespace warpshop::kernels
