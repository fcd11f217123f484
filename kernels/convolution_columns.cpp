#include "kernels/convolution_columns.hpp"

#include "kernels/elements.hpp"
#include "kernels/kernel.hpp"
#include "kernels/kernel_registry.hpp"

namespace warpshop::kernels {
namespace {

using Body = ConvolutionColumns;

/// Input: the image, then the taps.
Layout layout(std::int64_t elements) {
  const auto rows = static_cast<std::uint32_t>(elements / Body::kWidth);
  return {.input = Bytes{(elements + Body::kTaps) * std::int64_t{sizeof(float)}},
          .output = Bytes{elements * std::int64_t{sizeof(float)}},
          .subtasks = (rows + Body::kTileRows - 1) / Body::kTileRows * Body::kTilesAcross};
}

gpu::Arguments bind(const std::byte* input, std::byte* output, std::int64_t elements) {
  const auto* image = reinterpret_cast<const float*>(input);
  return gpu::Arguments(Body::Arguments{.image = image,
                                        .taps = image + elements,
                                        .result = reinterpret_cast<float*>(output),
                                        .rows = static_cast<std::uint32_t>(elements / Body::kWidth)});
}

void fill(std::span<std::byte> input, std::int64_t /*elements*/, std::uint64_t seed) {
  fill_uniform(elements_of<float>(input), -1, 1, seed);
}

/// Sums in double precision.
void reference(std::span<const std::byte> input, std::span<std::byte> output, std::int64_t elements) {
  const auto image = elements_of<float>(input).first(static_cast<std::size_t>(elements));
  const auto taps = elements_of<float>(input).last(Body::kTaps);
  const auto result = elements_of<float>(output);
  for (std::size_t i = 0; i < image.size(); ++i) {
    double sum = 0;
    for (std::size_t tap = 0; tap < Body::kTaps; ++tap) {
      const std::size_t from = i + (Body::kRadius - tap) * Body::kWidth;  // huge if above the image
      sum += from < image.size() ? double{taps[tap]} * image[from] : 0;
    }
    result[i] = static_cast<float>(sum);
  }
}

}  // namespace

Kernel convolution_columns() {
  return {.code = gpu::code_of<Body>(),
          .summary = "convolution of the columns of an image of 2048 columns with 17 taps",
          .category = Category::memory_bound,
          .unit = Body::kWidth,
          .usual_elements = 1 << 24,
          .small_elements = std::int64_t{Body::kTileRows} * Body::kWidth,
          .layout = layout,
          .bind = bind,
          .fill = fill,
          .reference = reference,
          .error = float_error,
          .tolerance = 2e-6};
}

}  // namespace warpshop::kernels
