#include "kernels/gpu/cuda_entry.cuh"
#include "kernels/kernel_registry.hpp"
#include "kernels/stream.hpp"

namespace warpshop::kernels {

gpu::CudaCode stream_cuda() {
  return gpu::cuda_code_of<Stream>();
}

}  // namespace warpshop::kernels
