#pragma once

#include <cstdint>
#include <string_view>

#include "kernels/gpu/mark.hpp"
#include "kernels/quad.hpp"
#include "kernels/unroll.hpp"

namespace warpshop::kernels {

/// C = A·B for A of m × 1024 and B of 1024 × 1024 floats, all row by row (MM in S5 tables 3.6 and 4.2). B is of fixed
/// size, so that the time is linear in m.
///
/// A CTA computes a tile of C, a thread 8 × 8 elements of it in registers. Per step of 8 along the inner dimension the
/// tile's part of A (transposed) and B lies in shared memory, twice: while one copy is used, the next is fetched.
struct MatrixMultiply {
  static constexpr std::string_view kName = "matrix_multiply";
  static constexpr int kThreads = 128;
  static constexpr std::uint32_t kInner = 1024;
  static constexpr std::uint32_t kColumns = 1024;
  static constexpr std::uint32_t kTileRows = 64;
  static constexpr std::uint32_t kTileColumns = 128;
  static constexpr std::uint32_t kTilesAcross = kColumns / kTileColumns;
  static constexpr std::uint32_t kDepth = 8;  ///< of a step along the inner dimension
  static constexpr std::uint32_t kSteps = kInner / kDepth;
  static constexpr std::uint32_t kRowsPerThread = 8;  ///< the rows of A are a multiple of it

  struct Arguments {
    const float* a;
    const float* b;
    float* c;
    std::uint32_t rows;
  };
  struct Shared {
    // With the padding, the threads of a warp write to 32 different banks.
    alignas(16) float a[2][kDepth][kTileRows + 4];
    alignas(16) float b[2][kDepth][kTileColumns];
  };

  template <class Cta>
  static WARPSHOP_BODY void subtask(Cta& cta, Shared& shared, const Arguments& arguments, std::uint32_t subtask) {
    const std::uint32_t tile_row = subtask / kTilesAcross * kTileRows;
    const std::uint32_t tile_column = subtask % kTilesAcross * kTileColumns;
    typename Cta::template PerThread<Sums> sums;
    cta.threads([&](int thread) {
      const auto t = static_cast<std::uint32_t>(thread);
      sums[thread] = Sums{};
      put(shared, 0, fetch(arguments, tile_row, tile_column, 0, t), t);
    });
    for (std::uint32_t step = 0; step < kSteps; ++step) {
      cta.threads([&](int thread) {
        const auto t = static_cast<std::uint32_t>(thread);
        const bool more = step + 1 < kSteps;
        Fetched next{};
        if (more) {
          next = fetch(arguments, tile_row, tile_column, (step + 1) * kDepth, t);
        }
        if (tile_row + first_row(t) < arguments.rows) {
          multiply(shared, step % 2, sums[thread], t);
        }
        if (more) {
          put(shared, (step + 1) % 2, next, t);
        }
      });
    }
    cta.threads([&](int thread) {
      const auto t = static_cast<std::uint32_t>(thread);
      if (tile_row + first_row(t) < arguments.rows) {
        float* const corner = arguments.c + (tile_row + first_row(t)) * kColumns + tile_column + first_column(t);
        for (std::uint32_t i = 0; i < kRowsPerThread; ++i) {
          store_quad(corner + i * kColumns, sums[thread].row[i][0]);
          store_quad(corner + i * kColumns + kTileColumns / 2, sums[thread].row[i][1]);
        }
      }
    });
  }

 private:
  /// What a thread computes: 8 rows of 4 columns, and of the 4 that lie half a tile further on.
  struct Sums {
    Quad<float> row[kRowsPerThread][2];
  };
  /// What a thread brings from A and B for a step.
  struct Fetched {
    Quad<float> a;
    Quad<float> b[2];
  };

  static WARPSHOP_BODY std::uint32_t first_row(std::uint32_t thread) { return thread / 16 * kRowsPerThread; }
  static WARPSHOP_BODY std::uint32_t first_column(std::uint32_t thread) { return thread % 16 * 4; }

  static WARPSHOP_BODY Fetched fetch(const Arguments& arguments, std::uint32_t tile_row, std::uint32_t tile_column,
                                     std::uint32_t inner, std::uint32_t thread) {
    Fetched fetched{};
    const std::uint32_t row = tile_row + thread / 2;
    if (row < arguments.rows) {
      fetched.a = load_quad(arguments.a + row * kInner + inner + thread % 2 * 4);
    }
    const float* const b = arguments.b + (inner + thread / 32) * kColumns + tile_column + thread % 32 * 4;
    fetched.b[0] = load_quad(b);
    fetched.b[1] = load_quad(b + kDepth / 2 * kColumns);
    return fetched;
  }

  static WARPSHOP_BODY void put(Shared& shared, std::uint32_t copy, const Fetched& fetched, std::uint32_t thread) {
    for (std::uint32_t i = 0; i < 4; ++i) {
      shared.a[copy][thread % 2 * 4 + i][thread / 2] = fetched.a.element[i];
    }
    for (std::uint32_t part = 0; part < 2; ++part) {  // `half` is a type in OpenCL
      store_quad(&shared.b[copy][part * kDepth / 2 + thread / 32][thread % 32 * 4], fetched.b[part]);
    }
  }

  static WARPSHOP_BODY void multiply(const Shared& shared, std::uint32_t copy, Sums& sums, std::uint32_t thread) {
    WARPSHOP_UNROLL(4)  // no more: 128 registers, so that four CTAs fit on an SM
    for (std::uint32_t k = 0; k < kDepth; ++k) {
      const float* const a_from = &shared.a[copy][k][first_row(thread)];
      const float* const b_from = &shared.b[copy][k][first_column(thread)];
      const Quad<float> a[2] = {load_quad(a_from), load_quad(a_from + 4)};
      const Quad<float> b[2] = {load_quad(b_from), load_quad(b_from + kTileColumns / 2)};
      for (std::uint32_t i = 0; i < kRowsPerThread; ++i) {
        for (std::uint32_t j = 0; j < 8; ++j) {
          sums.row[i][j / 4].element[j % 4] += a[i / 4].element[i % 4] * b[j / 4].element[j % 4];
        }
      }
    }
  }
};

}  // namespace warpshop::kernels
