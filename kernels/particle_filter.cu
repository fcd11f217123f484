#include "kernels/gpu/cuda_entry.cuh"
#include "kernels/kernel_registry.hpp"
#include "kernels/particle_filter.hpp"

namespace warpshop::kernels {

gpu::CudaCode particle_filter_cuda() {
  return gpu::cuda_code_of<ParticleFilter>();
}

}  // namespace warpshop::kernels
