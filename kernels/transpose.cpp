#include "kernels/transpose.hpp"

#include "kernels/elements.hpp"
#include "kernels/kernel.hpp"
#include "kernels/kernel_registry.hpp"

namespace warpshop::kernels {
namespace {

using Body = Transpose;
constexpr std::int64_t kUnit = std::int64_t{Body::kTile} * Body::kColumns;

Layout layout(std::int64_t elements) {
  const Bytes size{elements * std::int64_t{sizeof(float)}};
  return {.input = size, .output = size, .subtasks = static_cast<std::uint32_t>(elements / kUnit * Body::kTilesAcross)};
}

gpu::Arguments bind(const std::byte* input, std::byte* output, std::int64_t elements) {
  return gpu::Arguments(Body::Arguments{.matrix = reinterpret_cast<const float*>(input),
                                        .result = reinterpret_cast<float*>(output),
                                        .rows = static_cast<std::uint32_t>(elements / Body::kColumns)});
}

void fill(std::span<std::byte> input, std::int64_t /*elements*/, std::uint64_t seed) {
  fill_uniform(elements_of<float>(input), -1, 1, seed);
}

void reference(std::span<const std::byte> input, std::span<std::byte> output, std::int64_t elements) {
  const auto matrix = elements_of<float>(input);
  const auto result = elements_of<float>(output);
  const auto rows = static_cast<std::size_t>(elements) / Body::kColumns;
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t column = 0; column < Body::kColumns; ++column) {
      result[column * rows + row] = matrix[row * Body::kColumns + column];
    }
  }
}

}  // namespace

Kernel transpose() {
  return {.code = gpu::code_of<Body>(),
          .summary = "transposition of a matrix of 1024 columns",
          .category = Category::memory_bound,
          .unit = kUnit,
          .usual_elements = 1 << 24,
          .small_elements = 2 * kUnit,
          .layout = layout,
          .bind = bind,
          .fill = fill,
          .reference = reference};
}

}  // namespace warpshop::kernels
