#pragma once

#include "kernels/gpu/cuda_code.hpp"

/// Every kernel that warpshop brings along, one line each: the name, which is also that of its files (but for the
/// intensity_N, which share theirs). Its .cpp defines
/// `Kernel NAME()`, its .cu `gpu::CudaCode NAME_cuda()`.
#define WARPSHOP_KERNELS(X) \
  X(vector_add)             \
  X(matrix_multiply)        \
  X(black_scholes)          \
  X(transpose)              \
  X(fast_walsh)             \
  X(convolution_rows)       \
  X(convolution_columns)    \
  X(convolution_wide)       \
  X(path_finder)            \
  X(particle_filter)        \
  X(histogram)              \
  X(reduction)              \
  X(spmv)                   \
  X(canny_gaussian)         \
  X(canny_sobel)            \
  X(canny_nonmax)           \
  X(canny_hysteresis)       \
  X(stream)                 \
  X(arithmetic)             \
  X(intensity_4)            \
  X(intensity_32)

namespace warpshop::kernels {

struct Kernel;

#define WARPSHOP_DECLARE_KERNEL(name) \
  Kernel name();                      \
  gpu::CudaCode name##_cuda();
WARPSHOP_KERNELS(WARPSHOP_DECLARE_KERNEL)
#undef WARPSHOP_DECLARE_KERNEL

}  // namespace warpshop::kernels
