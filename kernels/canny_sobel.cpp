#include "kernels/canny_sobel.hpp"

#include <cmath>
#include <numbers>

#include "kernels/image.hpp"
#include "kernels/kernel_registry.hpp"

namespace warpshop::kernels {
namespace {

/// Black and white pixels among the grey ones, for all magnitudes to come.
void fill(std::span<std::byte> input, std::int64_t /*elements*/, std::uint64_t seed) {
  fill_pixels<std::uint16_t>(input, 65536, seed);
  for (std::uint8_t& pixel : elements_of<std::uint8_t>(input)) {
    pixel = pixel < 64 ? 0 : pixel < 192 ? pixel : 255;
  }
}

void reference(std::span<const std::byte> input, std::span<std::byte> output, std::int64_t /*elements*/) {
  each_pixel<CannySobel>(input, output, [](const auto& image, int x, int y) {
    int gx = 0;
    int gy = 0;
    for (int side = -1; side <= 1; ++side) {
      const int weight = side == 0 ? 2 : 1;
      gx += weight * (image(x + 1, y + side) - image(x - 1, y + side));
      gy += weight * (image(x + side, y + 1) - image(x + side, y - 1));
    }
    const long eighth = std::lround(std::atan2(gy, gx) * 4 / std::numbers::pi);  // of a turn, -4 … 4
    return 4 * std::lround(std::hypot(gx, gy)) + (eighth + 4) % 4;
  });
}

}  // namespace

Kernel canny_sobel() {
  return {.code = gpu::code_of<CannySobel>(),
          .summary = "Canny's second stage: gradient, on images 2048 pixels wide",
          .category = Category::compute_bound,
          .unit = CannySobel::kWidth,
          .usual_elements = 1 << 24,
          .small_elements = std::int64_t{40} * CannySobel::kWidth,
          .layout = image_layout<CannySobel>,
          .bind = image_bind<CannySobel>,
          .fill = fill,
          .reference = reference};
}

}  // namespace warpshop::kernels
