#pragma once

#include <cstdint>
#include <string_view>

#include "kernels/gradient.hpp"
#include "kernels/image_stencil.hpp"

namespace warpshop::kernels {

/// Third stage of Canny's edge detector (NCEDD in S5 table 4.2): the magnitude of the gradient where neither neighbour
/// along its direction has a larger one, else 0.
struct CannyNonmax : ImageStencil<CannyNonmax, Gradient, std::uint16_t, 1> {
  static constexpr std::string_view kName = "canny_nonmax";

  static WARPSHOP_BODY std::uint32_t pixel(const int (&around)[3][6], int x) {
    const int gradient = around[1][x + 1];
    const int direction = gradient % 4;
    // A choice between registers; an index that is computed would put `around` into memory.
    const int ahead = direction == 0   ? around[1][x + 2]
                      : direction == 1 ? around[2][x + 2]
                      : direction == 2 ? around[2][x + 1]
                                       : around[2][x];
    const int behind = direction == 0   ? around[1][x]
                       : direction == 1 ? around[0][x]
                       : direction == 2 ? around[0][x + 1]
                                        : around[0][x + 2];
    const int magnitude = gradient / 4;
    return magnitude >= ahead / 4 && magnitude >= behind / 4 ? static_cast<std::uint32_t>(magnitude) : 0U;
  }
};

}  // namespace warpshop::kernels
