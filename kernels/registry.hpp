#pragma once

#include "kernels/gpu/cuda_code.hpp"

/// Every kernel that warpshop brings along, one line each: the name, which is also that of its files. Its .cpp defines
/// `Kernel NAME()`, its .cu `gpu::CudaCode NAME_cuda()`.
#define WARPSHOP_KERNELS(X) X(vector_add)

namespace warpshop::kernels {

struct Kernel;

#define WARPSHOP_DECLARE_KERNEL(name) \
  Kernel name();                      \
  gpu::CudaCode name##_cuda();
WARPSHOP_KERNELS(WARPSHOP_DECLARE_KERNEL)
#undef WARPSHOP_DECLARE_KERNEL

}  // namespace warpshop::kernels
