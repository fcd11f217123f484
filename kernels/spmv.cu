#include "kernels/gpu/cuda_entry.cuh"
#include "kernels/kernel_registry.hpp"
#include "kernels/spmv.hpp"

namespace warpshop::kernels {

gpu::CudaCode spmv_cuda() {
  return gpu::cuda_code_of<Spmv>();
}

}  // namespace warpshop::kernels
