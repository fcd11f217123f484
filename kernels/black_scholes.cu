#include "kernels/black_scholes.hpp"
#include "kernels/gpu/cuda_entry.cuh"
#include "kernels/kernel_registry.hpp"

namespace warpshop::kernels {

gpu::CudaCode black_scholes_cuda() {
  return gpu::cuda_code_of<BlackScholes>();
}

}  // namespace warpshop::kernels
