#include "kernels/fast_walsh.hpp"
#include "kernels/gpu/cuda_entry.cuh"
#include "kernels/kernel_registry.hpp"

namespace warpshop::kernels {

gpu::CudaCode fast_walsh_cuda() {
  return gpu::cuda_code_of<FastWalsh>();
}

}  // namespace warpshop::kernels
