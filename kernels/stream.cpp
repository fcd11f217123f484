#include "kernels/stream.hpp"

#include <algorithm>
#include <limits>

#include "kernels/elements.hpp"
#include "kernels/kernel.hpp"
#include "kernels/kernel_registry.hpp"

namespace warpshop::kernels {
namespace {

constexpr std::int64_t kQuadSize = sizeof(Quad<std::uint32_t>);

/// An element is a vector of 16 bytes.
Layout layout(std::int64_t elements) {
  constexpr std::int64_t kPerSubtask = Stream::kElementsPerSubtask;
  return {.input = Bytes{elements * kQuadSize},
          .output = Bytes{elements * kQuadSize},
          .subtasks = static_cast<std::uint32_t>((elements + kPerSubtask - 1) / kPerSubtask)};
}

gpu::Arguments bind(const std::byte* input, std::byte* output, std::int64_t elements) {
  return gpu::Arguments(Stream::Arguments{.from = reinterpret_cast<const Quad<std::uint32_t>*>(input),
                                          .to = reinterpret_cast<Quad<std::uint32_t>*>(output),
                                          .elements = static_cast<std::uint32_t>(elements)});
}

void fill(std::span<std::byte> input, std::int64_t /*elements*/, std::uint64_t seed) {
  fill_uniform(elements_of<std::uint32_t>(input), std::numeric_limits<std::uint32_t>::max(), seed);
}

void reference(std::span<const std::byte> input, std::span<std::byte> output, std::int64_t /*elements*/) {
  std::ranges::copy(input, output.begin());
}

}  // namespace

Kernel stream() {
  return {.code = gpu::code_of<Stream>(),
          .summary = "copy of vectors of 16 bytes (synthetic: memory traffic alone)",
          .category = Category::memory_bound,
          .usual_elements = 1 << 23,
          .small_elements = 10'000,
          .layout = layout,
          .bind = bind,
          .fill = fill,
          .reference = reference};
}

}  // namespace warpshop::kernels
