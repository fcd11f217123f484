#pragma once

#include <cstdint>
#include <string_view>

#include "kernels/image_stencil.hpp"

namespace warpshop::kernels {

/// First stage of Canny's edge detector (GCEDD in S5 table 4.2): result = Σ weight · pixel / 159 over 5 × 5 pixels,
/// rounded to whole numbers; the weights are a Gaussian of σ = 1.4 in whole numbers.
struct CannyGaussian : ImageStencil<CannyGaussian, std::uint8_t, std::uint8_t, 2> {
  static constexpr std::string_view kName = "canny_gaussian";

  static WARPSHOP_BODY std::uint32_t pixel(const int (&around)[5][8], int x) {
    constexpr int kWeights[3][3] = {{2, 4, 5}, {4, 9, 12}, {5, 12, 15}};  // a quarter of them and the middle
    constexpr int kSum = 159;
    int sum = 0;
    for (int dy = 0; dy < 5; ++dy) {
      for (int dx = 0; dx < 5; ++dx) {
        sum += kWeights[dy < 3 ? dy : 4 - dy][dx < 3 ? dx : 4 - dx] * around[dy][x + dx];
      }
    }
    return static_cast<std::uint32_t>(sum + kSum / 2) / kSum;
  }
};

}  // namespace warpshop::kernels
