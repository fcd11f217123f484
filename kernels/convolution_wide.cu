#include "kernels/convolution_wide.hpp"
#include "kernels/gpu/cuda_entry.cuh"
#include "kernels/kernel_registry.hpp"

namespace warpshop::kernels {

gpu::CudaCode convolution_wide_cuda() {
  return gpu::cuda_code_of<ConvolutionWide>();
}

}  // namespace warpshop::kernels
