#include "kernels/convolution_columns.hpp"
#include "kernels/gpu/cuda_entry.cuh"
#include "kernels/kernel_registry.hpp"

namespace warpshop::kernels {

gpu::CudaCode convolution_columns_cuda() {
  return gpu::cuda_code_of<ConvolutionColumns>();
}

}  // namespace warpshop::kernels
