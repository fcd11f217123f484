#pragma once

#include <string_view>

#include "kernels/row_convolution.hpp"

namespace warpshop::kernels {

/// The rows of a separable convolution (RCONV in S5 table 4.2; CONV2, which the transfers dominate, in table 3.6).
struct ConvolutionRows : RowConvolution<8> {
  static constexpr std::string_view kName = "convolution_rows";
};

}  // namespace warpshop::kernels
