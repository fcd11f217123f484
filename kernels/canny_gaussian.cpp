#include "kernels/canny_gaussian.hpp"

#include <cmath>

#include "kernels/image.hpp"
#include "kernels/kernel_registry.hpp"

namespace warpshop::kernels {
namespace {

constexpr int kWeights[5][5] = {
    {2, 4, 5, 4, 2}, {4, 9, 12, 9, 4}, {5, 12, 15, 12, 5}, {4, 9, 12, 9, 4}, {2, 4, 5, 4, 2}};

void fill(std::span<std::byte> input, std::int64_t /*elements*/, std::uint64_t seed) {
  fill_pixels<std::uint8_t>(input, 256, seed);
}

void reference(std::span<const std::byte> input, std::span<std::byte> output, std::int64_t /*elements*/) {
  each_pixel<CannyGaussian>(input, output, [](const auto& image, int x, int y) {
    int sum = 0;
    for (int dy = -2; dy <= 2; ++dy) {
      for (int dx = -2; dx <= 2; ++dx) {
        sum += kWeights[dy + 2][dx + 2] * image(x + dx, y + dy);
      }
    }
    return std::lround(sum / 159.0);
  });
}

}  // namespace

Kernel canny_gaussian() {
  return {.code = gpu::code_of<CannyGaussian>(),
          .summary = "Canny's first stage: blur of 5 × 5 pixels, on images 2048 pixels wide",
          .category = Category::compute_bound,
          .unit = CannyGaussian::kWidth,
          .usual_elements = 1 << 24,
          .small_elements = std::int64_t{40} * CannyGaussian::kWidth,
          .layout = image_layout<CannyGaussian>,
          .bind = image_bind<CannyGaussian>,
          .fill = fill,
          .reference = reference};
}

}  // namespace warpshop::kernels
