#include "kernels/gpu/cuda_entry.cuh"
#include "kernels/kernel_registry.hpp"
#include "kernels/vector_add.hpp"

namespace warpshop::kernels {

gpu::CudaCode vector_add_cuda() {
  return gpu::cuda_code_of<VectorAdd>();
}

}  // namespace warpshop::kernels
