#include "kernels/gpu/cuda_entry.cuh"
#include "kernels/kernel_registry.hpp"
#include "kernels/path_finder.hpp"

namespace warpshop::kernels {

gpu::CudaCode path_finder_cuda() {
  return gpu::cuda_code_of<PathFinder>();
}

}  // namespace warpshop::kernels
