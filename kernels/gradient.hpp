#pragma once

#include <cstdint>

namespace warpshop::kernels {

/// The gradient at a pixel, in 16 bits: 4 · magnitude + direction. Direction 0 … 3: towards the right, the lower right,
/// below, the lower left, or the other way; y grows downwards.
using Gradient = std::uint16_t;

/// No magnitude of the Sobel operator on bytes is larger: √2 · 4 · 255, rounded to whole numbers.
inline constexpr int kMaxMagnitude = 1442;

}  // namespace warpshop::kernels
