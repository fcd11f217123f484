#include "kernels/arithmetic.hpp"
#include "kernels/gpu/cuda_entry.cuh"
#include "kernels/kernel_registry.hpp"

namespace warpshop::kernels {

gpu::CudaCode arithmetic_cuda() {
  return gpu::cuda_code_of<Arithmetic>();
}

}  // namespace warpshop::kernels
