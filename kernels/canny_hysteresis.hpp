#pragma once

#include <cstdint>
#include <string_view>

#include "kernels/image_stencil.hpp"

namespace warpshop::kernels {

/// Last stage of Canny's edge detector (HCEDD in S5 table 4.2), one round of it: 255 where the magnitude is strong, or
/// is weak and one of the eight beside it is strong; else 0. Further rounds would depend on the order of CTAs.
struct CannyHysteresis : ImageStencil<CannyHysteresis, std::uint16_t, std::uint8_t, 1> {
  static constexpr std::string_view kName = "canny_hysteresis";
  static constexpr int kWeak = 100;
  static constexpr int kStrong = 200;

  static WARPSHOP_BODY std::uint32_t pixel(const int (&around)[3][6], int x) {
    bool strong = false;
    for (int dy = 0; dy < 3; ++dy) {
      for (int dx = 0; dx < 3; ++dx) {
        strong |= around[dy][x + dx] >= kStrong;
      }
    }
    return strong && around[1][x + 1] >= kWeak ? 255U : 0U;
  }
};

}  // namespace warpshop::kernels
