#pragma once

#include <string_view>

#include "kernels/row_convolution.hpp"

namespace warpshop::kernels {

/// A row convolution with so many taps that its arithmetic dominates (CONV1 in S5 table 3.6).
struct ConvolutionWide : RowConvolution<32> {
  static constexpr std::string_view kName = "convolution_wide";
};

}  // namespace warpshop::kernels
