#include "kernels/gpu/cuda_entry.cuh"
#include "kernels/matrix_multiply.hpp"
#include "kernels/registry.hpp"

namespace warpshop::kernels {

gpu::CudaCode matrix_multiply_cuda() {
  return gpu::cuda_code_of<MatrixMultiply>();
}

}  // namespace warpshop::kernels
