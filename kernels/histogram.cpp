#include "kernels/histogram.hpp"

#include <algorithm>
#include <random>

#include "kernels/elements.hpp"
#include "kernels/kernel.hpp"
#include "kernels/kernel_registry.hpp"

namespace warpshop::kernels {
namespace {

/// Input: bytes; output: 256 counts for each slice of Histogram::kElementsPerSubtask of them.
Layout layout(std::int64_t elements) {
  constexpr std::int64_t kPerSubtask = Histogram::kElementsPerSubtask;
  const std::int64_t subtasks = (elements + kPerSubtask - 1) / kPerSubtask;
  return {.input = Bytes{elements},
          .output = Bytes{subtasks * Histogram::kBins * std::int64_t{sizeof(std::uint32_t)}},
          .subtasks = static_cast<std::uint32_t>(subtasks)};
}

gpu::Arguments bind(const std::byte* input, std::byte* output, std::int64_t elements) {
  return gpu::Arguments(Histogram::Arguments{.bytes = reinterpret_cast<const std::uint8_t*>(input),
                                             .counts = reinterpret_cast<std::uint32_t*>(output),
                                             .elements = static_cast<std::uint32_t>(elements)});
}

/// Every byte equally often.
void fill(std::span<std::byte> input, std::int64_t /*elements*/, std::uint64_t seed) {
  std::mt19937_64 generator(seed);
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < input.size(); ++i) {
    bits = i % sizeof(bits) == 0 ? generator() : bits >> 8U;
    input[i] = static_cast<std::byte>(bits & 0xFFU);
  }
}

void reference(std::span<const std::byte> input, std::span<std::byte> output, std::int64_t /*elements*/) {
  const auto counts = elements_of<std::uint32_t>(output);
  std::ranges::fill(counts, 0U);
  for (std::size_t i = 0; i < input.size(); ++i) {
    const std::size_t slice = i / Histogram::kElementsPerSubtask;
    ++counts[slice * Histogram::kBins + std::to_integer<std::size_t>(input[i])];
  }
}

}  // namespace

Kernel histogram() {
  return {.code = gpu::code_of<Histogram>(),
          .summary = "how often each byte comes, in slices of 32 KiB",
          .category = Category::memory_bound,
          .usual_elements = 1 << 27,
          .small_elements = 100'000,
          .layout = layout,
          .bind = bind,
          .fill = fill,
          .reference = reference};
}

}  // namespace warpshop::kernels
