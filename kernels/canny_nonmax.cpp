#include "kernels/canny_nonmax.hpp"

#include <array>

#include "kernels/image.hpp"
#include "kernels/kernel_registry.hpp"

namespace warpshop::kernels {
namespace {

struct Step {
  int x, y;
};
constexpr std::array<Step, 4> kSteps{{{1, 0}, {1, 1}, {0, 1}, {-1, 1}}};

void fill(std::span<std::byte> input, std::int64_t /*elements*/, std::uint64_t seed) {
  fill_pixels<Gradient>(input, std::uint64_t{4} * (kMaxMagnitude + 1), seed);
}

void reference(std::span<const std::byte> input, std::span<std::byte> output, std::int64_t /*elements*/) {
  each_pixel<CannyNonmax>(input, output, [](const auto& image, int x, int y) {
    const Step step = kSteps[static_cast<std::size_t>(image(x, y) & 3)];
    const int magnitude = image(x, y) >> 2;
    const bool larger_beside =
        image(x + step.x, y + step.y) >> 2 > magnitude || image(x - step.x, y - step.y) >> 2 > magnitude;
    return larger_beside ? 0 : magnitude;
  });
}

}  // namespace

Kernel canny_nonmax() {
  return {.code = gpu::code_of<CannyNonmax>(),
          .summary = "Canny's third stage: non-maximum suppression, on images 2048 pixels wide",
          .category = Category::compute_bound,
          .unit = CannyNonmax::kWidth,
          .usual_elements = 1 << 24,
          .small_elements = std::int64_t{40} * CannyNonmax::kWidth,
          .layout = image_layout<CannyNonmax>,
          .bind = image_bind<CannyNonmax>,
          .fill = fill,
          .reference = reference};
}

}  // namespace warpshop::kernels
