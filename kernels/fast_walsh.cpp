#include "kernels/fast_walsh.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/elements.hpp"
#include "kernels/kernel.hpp"
#include "kernels/kernel_registry.hpp"

namespace warpshop::kernels {
namespace {

using Body = FastWalsh;

Layout layout(std::int64_t elements) {
  const Bytes size{elements * std::int64_t{sizeof(float)}};
  return {.input = size, .output = size, .subtasks = static_cast<std::uint32_t>(elements / Body::kLength)};
}

gpu::Arguments bind(const std::byte* input, std::byte* output, std::int64_t /*elements*/) {
  return gpu::Arguments(
      Body::Arguments{.values = reinterpret_cast<const float*>(input), .result = reinterpret_cast<float*>(output)});
}

/// Whole numbers, so small that sums of 1024 of them are exact in whatever order.
void fill(std::span<std::byte> input, std::int64_t /*elements*/, std::uint64_t seed) {
  const auto values = elements_of<float>(input);
  fill_uniform(values, 0, 2048, seed);
  for (float& value : values) {
    value = std::floor(value) - 1024;
  }
}

/// Stages of radix 2, stride by stride upwards.
void reference(std::span<const std::byte> input, std::span<std::byte> output, std::int64_t /*elements*/) {
  std::ranges::copy(input, output.begin());
  const auto values = elements_of<float>(output);
  for (std::size_t stride = 1; stride < Body::kLength; stride *= 2) {
    for (std::size_t first = 0; first < values.size(); first += 2 * stride) {
      for (std::size_t i = first; i < first + stride; ++i) {
        const float left = values[i];
        const float right = values[i + stride];
        values[i] = left + right;
        values[i + stride] = left - right;
      }
    }
  }
}

}  // namespace

Kernel fast_walsh() {
  return {.code = gpu::code_of<Body>(),
          .summary = "fast Walsh-Hadamard transforms of 1024 floats each",
          .category = Category::memory_bound,
          .unit = Body::kLength,
          .usual_elements = 1 << 24,
          .small_elements = 1 << 16,
          .layout = layout,
          .bind = bind,
          .fill = fill,
          .reference = reference};
}

}  // namespace warpshop::kernels
