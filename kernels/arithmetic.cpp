#include "kernels/arithmetic.hpp"

#include <array>
#include <cmath>

#include "kernels/elements.hpp"
#include "kernels/kernel.hpp"
#include "kernels/kernel_registry.hpp"

namespace warpshop::kernels {
namespace {

Layout layout(std::int64_t elements) {
  constexpr std::int64_t kPerSubtask = Arithmetic::kElementsPerSubtask;
  const Bytes size{elements * std::int64_t{sizeof(float)}};
  return {.input = size,
          .output = size,
          .subtasks = static_cast<std::uint32_t>((elements + kPerSubtask - 1) / kPerSubtask)};
}

gpu::Arguments bind(const std::byte* input, std::byte* output, std::int64_t elements) {
  return gpu::Arguments(Arithmetic::Arguments{.x = reinterpret_cast<const float*>(input),
                                              .y = reinterpret_cast<float*>(output),
                                              .elements = static_cast<std::uint32_t>(elements)});
}

void fill(std::span<std::byte> input, std::int64_t /*elements*/, std::uint64_t seed) {
  fill_uniform(elements_of<float>(input), -1, 1, seed);
}

/// One chain after the other.
void reference(std::span<const std::byte> input, std::span<std::byte> output, std::int64_t elements) {
  const auto x = elements_of<float>(input);
  const auto y = elements_of<float>(output);
  for (std::size_t i = 0; i < static_cast<std::size_t>(elements); ++i) {
    std::array<float, 4> ends{x[i], x[i] + 1, x[i] + 2, x[i] + 3};
    for (float& end : ends) {
      for (int link = 0; link < 512; ++link) {
        end = std::fma(end, -1023.0F / 1024.0F, 0.25F);
      }
    }
    y[i] = (ends[0] + ends[1]) + (ends[2] + ends[3]);
  }
}

}  // namespace

Kernel arithmetic() {
  return {.code = gpu::code_of<Arithmetic>(),
          .summary = "2048 fused multiply-adds a float (synthetic: arithmetic alone)",
          .category = Category::compute_bound,
          .usual_elements = 1 << 23,
          .small_elements = 1000,
          .layout = layout,
          .bind = bind,
          .fill = fill,
          .reference = reference,
          .error = float_error};
}

}  // namespace warpshop::kernels
