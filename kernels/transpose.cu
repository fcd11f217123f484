#include "kernels/gpu/cuda_entry.cuh"
#include "kernels/kernel_registry.hpp"
#include "kernels/transpose.hpp"

namespace warpshop::kernels {

gpu::CudaCode transpose_cuda() {
  return gpu::cuda_code_of<Transpose>();
}

}  // namespace warpshop::kernels
