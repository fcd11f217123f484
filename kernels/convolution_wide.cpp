#include "kernels/convolution_wide.hpp"

#include "kernels/kernel_registry.hpp"
#include "kernels/row_convolution_kernel.hpp"

namespace warpshop::kernels {

Kernel convolution_wide() {
  return RowConvolutionKernel<ConvolutionWide>::kernel("convolution of an image's rows of 2048 with 65 taps",
                                                       Category::compute_bound, 1 << 15, 6e-6);
}

}  // namespace warpshop::kernels
