#pragma once

#include <cmath>
#include <cstdint>
#include <string_view>

#include "kernels/gradient.hpp"
#include "kernels/image_stencil.hpp"

namespace warpshop::kernels {

/// Second stage of Canny's edge detector (SCEDD in S5 table 4.2): the gradient (gx, gy) by the Sobel operator, as its
/// magnitude √(gx² + gy²), rounded to whole numbers, and its direction in steps of 45°.
struct CannySobel : ImageStencil<CannySobel, std::uint8_t, Gradient, 1> {
  static constexpr std::string_view kName = "canny_sobel";

  static WARPSHOP_BODY std::uint32_t pixel(const int (&around)[3][6], int x) {
    const int gx =
        (around[0][x + 2] - around[0][x]) + 2 * (around[1][x + 2] - around[1][x]) + (around[2][x + 2] - around[2][x]);
    const int gy = (around[2][x] - around[0][x]) + 2 * (around[2][x + 1] - around[0][x + 1]) +
                   (around[2][x + 2] - around[0][x + 2]);
    // Below 2^24 and never half a number from a square: exact in a float, root and rounding included.
    const int magnitude = static_cast<int>(std::sqrt(static_cast<float>(gx * gx + gy * gy)) + 0.5F);
    return static_cast<std::uint32_t>(4 * magnitude + direction(gx, gy));
  }

  /// Nearly horizontal: |gy| ≤ tan(22.5°) |gx|, which is (|gx| + |gy|)² ≤ 2 gx², as tan(22.5°) = √2 - 1; nearly
  /// vertical likewise.
  static WARPSHOP_BODY int direction(int gx, int gy) {
    const int sum = (gx < 0 ? -gx : gx) + (gy < 0 ? -gy : gy);
    if (sum * sum <= 2 * gx * gx) {
      return 0;
    }
    if (sum * sum <= 2 * gy * gy) {
      return 2;
    }
    return (gx < 0) == (gy < 0) ? 1 : 3;
  }
};

}  // namespace warpshop::kernels
