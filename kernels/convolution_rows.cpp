#include "kernels/convolution_rows.hpp"

#include "kernels/kernel_registry.hpp"
#include "kernels/row_convolution_kernel.hpp"

namespace warpshop::kernels {

Kernel convolution_rows() {
  return RowConvolutionKernel<ConvolutionRows>::kernel("convolution of an image's rows of 2048 with 17 taps",
                                                       Category::memory_bound, 1 << 16, 2e-6);
}

}  // namespace warpshop::kernels
