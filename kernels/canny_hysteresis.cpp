#include "kernels/canny_hysteresis.hpp"

#include "kernels/image.hpp"
#include "kernels/kernel_registry.hpp"

namespace warpshop::kernels {
namespace {

/// Few enough strong pixels for many weak ones to have none beside them.
void fill(std::span<std::byte> input, std::int64_t /*elements*/, std::uint64_t seed) {
  fill_pixels<std::uint16_t>(input, 220, seed);
}

bool any_strong_beside(const Image<std::uint16_t>& image, int x, int y) {
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      if ((dx != 0 || dy != 0) && image(x + dx, y + dy) >= CannyHysteresis::kStrong) {
        return true;
      }
    }
  }
  return false;
}

void reference(std::span<const std::byte> input, std::span<std::byte> output, std::int64_t /*elements*/) {
  each_pixel<CannyHysteresis>(input, output, [](const Image<std::uint16_t>& image, int x, int y) {
    const int magnitude = image(x, y);
    if (magnitude >= CannyHysteresis::kStrong) {
      return 255;
    }
    return magnitude >= CannyHysteresis::kWeak && any_strong_beside(image, x, y) ? 255 : 0;
  });
}

}  // namespace

Kernel canny_hysteresis() {
  return {.code = gpu::code_of<CannyHysteresis>(),
          .summary = "Canny's last stage: one round of hysteresis, on images 2048 pixels wide",
          .category = Category::compute_bound,
          .unit = CannyHysteresis::kWidth,
          .usual_elements = 1 << 24,
          .small_elements = std::int64_t{40} * CannyHysteresis::kWidth,
          .layout = image_layout<CannyHysteresis>,
          .bind = image_bind<CannyHysteresis>,
          .fill = fill,
          .reference = reference};
}

}  // namespace warpshop::kernels
