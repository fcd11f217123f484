#include "kernels/canny_sobel.hpp"
#include "kernels/gpu/cuda_entry.cuh"
#include "kernels/kernel_registry.hpp"

namespace warpshop::kernels {

gpu::CudaCode canny_sobel_cuda() {
  return gpu::cuda_code_of<CannySobel>();
}

}  // namespace warpshop::kernels
