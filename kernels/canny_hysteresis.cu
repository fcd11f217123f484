#include "kernels/canny_hysteresis.hpp"
#include "kernels/gpu/cuda_entry.cuh"
#include "kernels/kernel_registry.hpp"

namespace warpshop::kernels {

gpu::CudaCode canny_hysteresis_cuda() {
  return gpu::cuda_code_of<CannyHysteresis>();
}

}  // namespace warpshop::kernels
