#include "kernels/spmv.hpp"

#include <random>

#include "kernels/elements.hpp"
#include "kernels/kernel.hpp"
#include "kernels/kernel_registry.hpp"

namespace warpshop::kernels {
namespace {

constexpr std::int64_t kMeanRow = 32;  ///< nonzeros

/// An element is a nonzero. A square matrix: values, then columns; then the vector; then the offsets of the rows, one
/// more than there are rows.
template <class Byte>
struct Input {
  Input(Byte memory, std::int64_t elements)
      : nonzeros(static_cast<std::size_t>(elements)),
        rows(static_cast<std::size_t>(elements / kMeanRow)),
        values(memory.subspan(0, 4 * nonzeros)),
        columns(memory.subspan(4 * nonzeros, 4 * nonzeros)),
        vector(memory.subspan(8 * nonzeros, 4 * rows)),
        offsets(memory.subspan(8 * nonzeros + 4 * rows, 4 * (rows + 1))) {}

  std::size_t nonzeros, rows;
  Byte values, columns, vector, offsets;
};

Layout layout(std::int64_t elements) {
  constexpr std::int64_t kPerSubtask = Spmv::kRowsPerSubtask;
  const std::int64_t rows = elements / kMeanRow;
  return {.input = Bytes{4 * (2 * elements + 2 * rows + 1)},
          .output = Bytes{4 * rows},
          .subtasks = static_cast<std::uint32_t>((rows + kPerSubtask - 1) / kPerSubtask)};
}

gpu::Arguments bind(const std::byte* input, std::byte* output, std::int64_t elements) {
  const Input parts(std::span(input, static_cast<std::size_t>(layout(elements).input.count)), elements);
  return gpu::Arguments(Spmv::Arguments{.values = elements_of<float>(parts.values).data(),
                                        .columns = elements_of<std::uint32_t>(parts.columns).data(),
                                        .vector = elements_of<float>(parts.vector).data(),
                                        .offsets = elements_of<std::uint32_t>(parts.offsets).data(),
                                        .product = reinterpret_cast<float*>(output),
                                        .rows = static_cast<std::uint32_t>(parts.rows)});
}

/// Row 2 i is 0 … 16 nonzeros longer than the mean and row 2 i + 1 as much shorter; the columns are anywhere.
void fill(std::span<std::byte> input, std::int64_t elements, std::uint64_t seed) {
  const Input parts(input, elements);
  fill_uniform(elements_of<float>(parts.values), -1, 1, seed);
  fill_uniform(elements_of<std::uint32_t>(parts.columns), static_cast<std::uint32_t>(parts.rows), seed + 1);
  fill_uniform(elements_of<float>(parts.vector), -1, 1, seed + 2);
  const auto offsets = elements_of<std::uint32_t>(parts.offsets);
  std::mt19937_64 generator(seed + 3);
  for (std::size_t row = 0; row <= parts.rows; ++row) {
    offsets[row] = static_cast<std::uint32_t>(row * std::size_t{kMeanRow});
    if (row % 2 == 1 && row < parts.rows) {
      offsets[row] += static_cast<std::uint32_t>(generator() % 17);
    }
  }
}

void reference(std::span<const std::byte> input, std::span<std::byte> output, std::int64_t elements) {
  const Input parts(input, elements);
  const auto values = elements_of<float>(parts.values);
  const auto columns = elements_of<std::uint32_t>(parts.columns);
  const auto vector = elements_of<float>(parts.vector);
  const auto offsets = elements_of<std::uint32_t>(parts.offsets);
  const auto product = elements_of<float>(output);
  for (std::size_t row = 0; row < parts.rows; ++row) {
    double sum = 0;
    for (std::size_t k = offsets[row]; k < offsets[row + 1]; ++k) {
      sum += static_cast<double>(values[k]) * static_cast<double>(vector[columns[k]]);
    }
    product[row] = static_cast<float>(sum);
  }
}

}  // namespace

Kernel spmv() {
  return {.code = gpu::code_of<Spmv>(),
          .summary = "sparse matrix (CSR, 32 nonzeros a row on average) times vector",
          .category = Category::memory_bound,
          .unit = kMeanRow,
          .usual_elements = 1 << 24,
          .small_elements = kMeanRow * 1000,
          .layout = layout,
          .bind = bind,
          .fill = fill,
          .reference = reference,
          .error = float_error,
          // A product passes at most 13 roundings of 2^-24, and the magnitudes of a long row's products sum to 12: 9e-6
          // if all roundings went the same way. The worst of 600 000 rows is 9e-7.
          .tolerance = 2e-6};
}

}  // namespace warpshop::kernels
