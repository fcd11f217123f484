#include "kernels/gpu/cuda_entry.cuh"
#include "kernels/kernel_registry.hpp"
#include "kernels/reduction.hpp"

namespace warpshop::kernels {

gpu::CudaCode reduction_cuda() {
  return gpu::cuda_code_of<Reduction>();
}

}  // namespace warpshop::kernels
