#pragma once

#include <cstdint>
#include <string_view>

#include "kernels/gpu/mark.hpp"

namespace warpshop::kernels {

/// product[r] = Σ values[k] · vector[columns[k]] over offsets[r] ≤ k < offsets[r + 1]: a sparse matrix in compressed
/// sparse row form (CSR) times a vector (SPMV in S5 table 4.2). Rows may have any length, none included.
///
/// Eight threads share a row, so that what they read of values and columns lies together; a thread then sums what they
/// found.
struct Spmv {
  static constexpr std::string_view kName = "spmv";
  static constexpr int kThreads = 256;
  static constexpr std::uint32_t kThreadsPerRow = 8;
  static constexpr std::uint32_t kRowsPerStep = kThreads / kThreadsPerRow;
  static constexpr std::uint32_t kRowsPerSubtask = kThreads;

  struct Arguments {
    const float* values;
    const std::uint32_t* columns;
    const float* vector;
    const std::uint32_t* offsets;
    float* product;
    std::uint32_t rows;
  };
  struct Shared {
    float by_thread[kRowsPerSubtask]
                   [kThreadsPerRow + 1];  ///< one more, or a column of it would lie in 4 of the 32 banks
  };

  /// One thread's share of a row.
  static WARPSHOP_BODY float share(const Arguments& arguments, std::uint32_t row, std::uint32_t part) {
    const std::uint32_t end = arguments.offsets[row + 1];
    float sum = 0;
    for (std::uint32_t k = arguments.offsets[row] + part; k < end; k += kThreadsPerRow) {
      sum += arguments.values[k] * arguments.vector[arguments.columns[k]];
    }
    return sum;
  }

  template <class Cta>
  static WARPSHOP_BODY void subtask(Cta& cta, Shared& shared, const Arguments& arguments, std::uint32_t subtask) {
    const std::uint32_t first = subtask * kRowsPerSubtask;
    cta.threads([&](int thread) {
      const auto number = static_cast<std::uint32_t>(thread);
      const std::uint32_t part = number % kThreadsPerRow;
      for (std::uint32_t row = number / kThreadsPerRow; row < kRowsPerSubtask; row += kRowsPerStep) {
        if (first + row < arguments.rows) {
          shared.by_thread[row][part] = share(arguments, first + row, part);
        }
      }
    });
    cta.threads([&](int thread) {
      const auto row = static_cast<std::uint32_t>(thread);
      if (first + row < arguments.rows) {
        float sum = 0;
        for (std::uint32_t part = 0; part < kThreadsPerRow; ++part) {
          sum += shared.by_thread[row][part];
        }
        arguments.product[first + row] = sum;
      }
    });
  }
};

}  // namespace warpshop::kernels
