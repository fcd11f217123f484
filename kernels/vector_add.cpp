#include "kernels/vector_add.hpp"

#include "kernels/elements.hpp"
#include "kernels/kernel.hpp"
#include "kernels/kernel_registry.hpp"

namespace warpshop::kernels {
namespace {

/// Input: a, then b.
Layout layout(std::int64_t elements) {
  constexpr std::int64_t kPerSubtask = VectorAdd::kElementsPerSubtask;
  return {.input = Bytes{2 * elements * std::int64_t{sizeof(float)}},
          .output = Bytes{elements * std::int64_t{sizeof(float)}},
          .subtasks = static_cast<std::uint32_t>((elements + kPerSubtask - 1) / kPerSubtask)};
}

gpu::Arguments bind(const std::byte* input, std::byte* output, std::int64_t elements) {
  const auto* a = reinterpret_cast<const float*>(input);
  return gpu::Arguments(VectorAdd::Arguments{.a = a,
                                             .b = a + elements,
                                             .sum = reinterpret_cast<float*>(output),
                                             .elements = static_cast<std::uint32_t>(elements)});
}

void fill(std::span<std::byte> input, std::int64_t /*elements*/, std::uint64_t seed) {
  fill_uniform(elements_of<float>(input), -1, 1, seed);
}

void reference(std::span<const std::byte> input, std::span<std::byte> output, std::int64_t elements) {
  const auto a = elements_of<float>(input);
  const auto sum = elements_of<float>(output);
  const auto count = static_cast<std::size_t>(elements);
  for (std::size_t i = 0; i < count; ++i) {
    sum[i] = a[i] + a[count + i];
  }
}

}  // namespace

Kernel vector_add() {
  return {.code = gpu::code_of<VectorAdd>(),
          .summary = "sum of two vectors of floats",
          .category = Category::memory_bound,
          .usual_elements = 1 << 24,
          .small_elements = 1 << 16,
          .layout = layout,
          .bind = bind,
          .fill = fill,
          .reference = reference,
          .error = float_error};
}

}  // namespace warpshop::kernels
