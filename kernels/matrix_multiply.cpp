#include "kernels/matrix_multiply.hpp"

#include <algorithm>
#include <vector>

#include "kernels/elements.hpp"
#include "kernels/kernel.hpp"
#include "kernels/kernel_registry.hpp"

namespace warpshop::kernels {
namespace {

using Body = MatrixMultiply;
constexpr std::int64_t kSizeOfB = std::int64_t{Body::kInner} * Body::kColumns;

std::uint32_t rows_of(std::int64_t elements) {
  return static_cast<std::uint32_t>(elements / Body::kInner);
}

/// Input: A, then B.
Layout layout(std::int64_t elements) {
  const std::uint32_t tiles_down = (rows_of(elements) + Body::kTileRows - 1) / Body::kTileRows;
  return {.input = Bytes{(elements + kSizeOfB) * std::int64_t{sizeof(float)}},
          .output = Bytes{std::int64_t{rows_of(elements)} * Body::kColumns * std::int64_t{sizeof(float)}},
          .subtasks = tiles_down * Body::kTilesAcross};
}

gpu::Arguments bind(const std::byte* input, std::byte* output, std::int64_t elements) {
  const auto* a = reinterpret_cast<const float*>(input);
  return gpu::Arguments(
      Body::Arguments{.a = a, .b = a + elements, .c = reinterpret_cast<float*>(output), .rows = rows_of(elements)});
}

void fill(std::span<std::byte> input, std::int64_t /*elements*/, std::uint64_t seed) {
  fill_uniform(elements_of<float>(input), -1, 1, seed);
}

/// Sums in double precision.
void reference(std::span<const std::byte> input, std::span<std::byte> output, std::int64_t elements) {
  const auto a = elements_of<float>(input).first(static_cast<std::size_t>(elements));
  const auto b = elements_of<float>(input).subspan(a.size());
  const auto c = elements_of<float>(output);
  std::vector<double> sums(Body::kColumns);
  for (std::size_t row = 0; row < a.size() / Body::kInner; ++row) {
    std::ranges::fill(sums, 0);
    for (std::size_t k = 0; k < Body::kInner; ++k) {
      const double factor = a[row * Body::kInner + k];
      for (std::size_t column = 0; column < Body::kColumns; ++column) {
        sums[column] += factor * b[k * Body::kColumns + column];
      }
    }
    for (std::size_t column = 0; column < Body::kColumns; ++column) {
      c[row * Body::kColumns + column] = static_cast<float>(sums[column]);
    }
  }
}

}  // namespace

Kernel matrix_multiply() {
  return {.code = gpu::code_of<Body>(),
          .summary = "product of a matrix of 1024 columns and one of 1024 x 1024",
          .category = Category::compute_bound,
          .unit = std::int64_t{Body::kRowsPerThread} * Body::kInner,
          .usual_elements = 1 << 22,
          .small_elements = std::int64_t{Body::kTileRows} * Body::kInner,
          .layout = layout,
          .bind = bind,
          .fill = fill,
          .reference = reference,
          .error = float_error,
          .tolerance = 1e-4};
}

}  // namespace warpshop::kernels
