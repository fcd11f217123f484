#include "kernels/gpu/cuda_entry.cuh"
#include "kernels/kernel_registry.hpp"
#include "kernels/matrix_multiply.hpp"

namespace warpshop::kernels {

gpu::CudaCode matrix_multiply_cuda() {
  return gpu::cuda_code_of<MatrixMultiply>();
}

}  // namespace warpshop::kernels
