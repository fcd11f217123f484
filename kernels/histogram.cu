#include "kernels/gpu/cuda_entry.cuh"
#include "kernels/histogram.hpp"
#include "kernels/kernel_registry.hpp"

namespace warpshop::kernels {

gpu::CudaCode histogram_cuda() {
  return gpu::cuda_code_of<Histogram>();
}

}  // namespace warpshop::kernels
