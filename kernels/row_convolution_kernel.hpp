#pragma once

#include "kernels/elements.hpp"
#include "kernels/kernel.hpp"

namespace warpshop::kernels {

/// The host's side of a RowConvolution.
template <class Body>
struct RowConvolutionKernel {
  static constexpr std::size_t kTaps = 2 * Body::kRadius + 1;

  /// Input: the image, then the taps.
  static Layout layout(std::int64_t elements) {
    return {.input = Bytes{(elements + std::int64_t{kTaps}) * std::int64_t{sizeof(float)}},
            .output = Bytes{elements * std::int64_t{sizeof(float)}},
            .subtasks = static_cast<std::uint32_t>(elements / Body::kWidth)};
  }

  static gpu::Arguments bind(const std::byte* input, std::byte* output, std::int64_t elements) {
    const auto* image = reinterpret_cast<const float*>(input);
    return gpu::Arguments(
        typename Body::Arguments{.image = image, .taps = image + elements, .result = reinterpret_cast<float*>(output)});
  }

  static void fill(std::span<std::byte> input, std::int64_t /*elements*/, std::uint64_t seed) {
    fill_uniform(elements_of<float>(input), -1, 1, seed);
  }

  /// Sums in double precision.
  static void reference(std::span<const std::byte> input, std::span<std::byte> output, std::int64_t elements) {
    const auto taps = elements_of<float>(input).last(kTaps);
    const auto result = elements_of<float>(output);
    for (std::size_t start = 0; start < static_cast<std::size_t>(elements); start += Body::kWidth) {
      const auto row = elements_of<float>(input).subspan(start, Body::kWidth);
      for (std::size_t x = 0; x < row.size(); ++x) {
        double sum = 0;
        for (std::size_t tap = 0; tap < kTaps; ++tap) {
          const std::size_t from = x + Body::kRadius - tap;  // huge if left of the image
          sum += from < row.size() ? double{taps[tap]} * row[from] : 0;
        }
        result[start + x] = static_cast<float>(sum);
      }
    }
  }

  static Kernel kernel(std::string_view summary, Category category, std::int64_t small_elements, double tolerance) {
    return {.code = gpu::code_of<Body>(),
            .summary = summary,
            .category = category,
            .unit = Body::kWidth,
            .usual_elements = 1 << 24,
            .small_elements = small_elements,
            .layout = layout,
            .bind = bind,
            .fill = fill,
            .reference = reference,
            .error = float_error,
            .tolerance = tolerance};
  }
};

}  // namespace warpshop::kernels
