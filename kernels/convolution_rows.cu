#include "kernels/convolution_rows.hpp"
#include "kernels/gpu/cuda_entry.cuh"
#include "kernels/kernel_registry.hpp"

namespace warpshop::kernels {

gpu::CudaCode convolution_rows_cuda() {
  return gpu::cuda_code_of<ConvolutionRows>();
}

}  // namespace warpshop::kernels
