#include "kernels/canny_nonmax.hpp"
#include "kernels/gpu/cuda_entry.cuh"
#include "kernels/kernel_registry.hpp"

namespace warpshop::kernels {

gpu::CudaCode canny_nonmax_cuda() {
  return gpu::cuda_code_of<CannyNonmax>();
}

}  // namespace warpshop::kernels
