#include "kernels/canny_gaussian.hpp"
#include "kernels/gpu/cuda_entry.cuh"
#include "kernels/kernel_registry.hpp"

namespace warpshop::kernels {

gpu::CudaCode canny_gaussian_cuda() {
  return gpu::cuda_code_of<CannyGaussian>();
}

}  // namespace warpshop::kernels
