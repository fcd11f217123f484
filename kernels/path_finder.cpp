#include "kernels/path_finder.hpp"

#include <algorithm>
#include <vector>

#include "kernels/elements.hpp"
#include "kernels/kernel.hpp"
#include "kernels/kernel_registry.hpp"

namespace warpshop::kernels {
namespace {

using Body = PathFinder;

std::uint32_t columns_of(std::int64_t elements) {
  return static_cast<std::uint32_t>(elements / Body::kRows);
}

/// Input: the tolls; output: the costs of the last row.
Layout layout(std::int64_t elements) {
  return {.input = Bytes{elements * std::int64_t{sizeof(std::uint32_t)}},
          .output = Bytes{std::int64_t{columns_of(elements)} * std::int64_t{sizeof(std::uint32_t)}},
          .subtasks = (columns_of(elements) + Body::kStrip - 1) / Body::kStrip};
}

gpu::Arguments bind(const std::byte* input, std::byte* output, std::int64_t elements) {
  return gpu::Arguments(Body::Arguments{.tolls = reinterpret_cast<const std::uint32_t*>(input),
                                        .costs = reinterpret_cast<std::uint32_t*>(output),
                                        .columns = columns_of(elements)});
}

void fill(std::span<std::byte> input, std::int64_t /*elements*/, std::uint64_t seed) {
  fill_uniform(elements_of<std::uint32_t>(input), 10, seed);
}

void reference(std::span<const std::byte> input, std::span<std::byte> output, std::int64_t elements) {
  const auto tolls = elements_of<std::uint32_t>(input);
  const std::size_t columns = columns_of(elements);
  std::vector<std::uint32_t> costs(columns, 0);
  for (std::size_t row = 0; row < Body::kRows; ++row) {
    const std::vector<std::uint32_t> above = costs;
    for (std::size_t column = 0; column < columns; ++column) {
      const auto first = above.begin() + static_cast<std::ptrdiff_t>(std::max<std::size_t>(column, 1) - 1);
      const auto end = above.begin() + static_cast<std::ptrdiff_t>(std::min(column + 2, columns));
      costs[column] = tolls[row * columns + column] + *std::min_element(first, end);
    }
  }
  std::ranges::copy(costs, elements_of<std::uint32_t>(output).begin());
}

}  // namespace

Kernel path_finder() {
  return {.code = gpu::code_of<Body>(),
          .summary = "cheapest paths through a grid of 64 rows",
          .category = Category::compute_bound,
          .unit = std::int64_t{4} * Body::kRows,
          .usual_elements = 1 << 24,
          .small_elements = std::int64_t{4096} * Body::kRows,
          .layout = layout,
          .bind = bind,
          .fill = fill,
          .reference = reference};
}

}  // namespace warpshop::kernels
