#include "kernels/reduction.hpp"

#include <algorithm>
#include <limits>

#include "kernels/elements.hpp"
#include "kernels/kernel.hpp"
#include "kernels/kernel_registry.hpp"

namespace warpshop::kernels {
namespace {

/// Input: values of 32 bits; output: a sum for each slice of Reduction::kElementsPerSubtask of them.
Layout layout(std::int64_t elements) {
  constexpr std::int64_t kPerSubtask = Reduction::kElementsPerSubtask;
  const std::int64_t subtasks = (elements + kPerSubtask - 1) / kPerSubtask;
  return {.input = Bytes{elements * std::int64_t{sizeof(std::uint32_t)}},
          .output = Bytes{subtasks * std::int64_t{sizeof(std::uint32_t)}},
          .subtasks = static_cast<std::uint32_t>(subtasks)};
}

gpu::Arguments bind(const std::byte* input, std::byte* output, std::int64_t elements) {
  return gpu::Arguments(Reduction::Arguments{.values = reinterpret_cast<const std::uint32_t*>(input),
                                             .sums = reinterpret_cast<std::uint32_t*>(output),
                                             .elements = static_cast<std::uint32_t>(elements)});
}

void fill(std::span<std::byte> input, std::int64_t /*elements*/, std::uint64_t seed) {
  fill_uniform(elements_of<std::uint32_t>(input), std::numeric_limits<std::uint32_t>::max(), seed);
}

void reference(std::span<const std::byte> input, std::span<std::byte> output, std::int64_t /*elements*/) {
  const auto values = elements_of<std::uint32_t>(input);
  const auto sums = elements_of<std::uint32_t>(output);
  std::ranges::fill(sums, 0U);
  for (std::size_t i = 0; i < values.size(); ++i) {
    sums[i / Reduction::kElementsPerSubtask] += values[i];
  }
}

}  // namespace

Kernel reduction() {
  return {.code = gpu::code_of<Reduction>(),
          .summary = "sums of slices of 8192 whole numbers",
          .category = Category::memory_bound,
          .usual_elements = 1 << 25,
          .small_elements = 100'000,
          .layout = layout,
          .bind = bind,
          .fill = fill,
          .reference = reference};
}

}  // namespace warpshop::kernels
