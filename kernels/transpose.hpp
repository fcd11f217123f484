#pragma once

#include <cstdint>
#include <string_view>

#include "kernels/gpu/mark.hpp"

namespace warpshop::kernels {

/// result[c][r] = matrix[r][c] for a matrix of 1024 columns, both row by row (TM in S5 tables 3.4 and 3.6).
///
/// A CTA turns a tile in shared memory, so that it reads and writes whole rows of the tile.
struct Transpose {
  static constexpr std::string_view kName = "transpose";
  static constexpr int kThreads = 256;
  static constexpr std::uint32_t kColumns = 1024;
  static constexpr std::uint32_t kTile = 32;  ///< the rows are a multiple of it
  static constexpr std::uint32_t kTilesAcross = kColumns / kTile;
  static constexpr std::uint32_t kStep = kThreads / kTile;

  struct Arguments {
    const float* matrix;
    float* result;
    std::uint32_t rows;
  };
  struct Shared {
    float tile[kTile][kTile + 1];  // padded: a column of it lies in 32 different banks
  };

  template <class Cta>
  static WARPSHOP_BODY void subtask(Cta& cta, Shared& shared, const Arguments& arguments, std::uint32_t subtask) {
    const std::uint32_t tile_row = subtask / kTilesAcross * kTile;
    const std::uint32_t tile_column = subtask % kTilesAcross * kTile;
    cta.threads([&](int thread) {
      const std::uint32_t x = static_cast<std::uint32_t>(thread) % kTile;
      const std::uint32_t first = static_cast<std::uint32_t>(thread) / kTile;
      for (std::uint32_t y = first; y < kTile; y += kStep) {
        shared.tile[y][x] = arguments.matrix[(tile_row + y) * kColumns + tile_column + x];
      }
    });
    cta.threads([&](int thread) {
      const std::uint32_t x = static_cast<std::uint32_t>(thread) % kTile;
      const std::uint32_t first = static_cast<std::uint32_t>(thread) / kTile;
      for (std::uint32_t y = first; y < kTile; y += kStep) {
        arguments.result[(tile_column + y) * arguments.rows + tile_row + x] = shared.tile[x][y];
      }
    });
  }
};

}  // namespace warpshop::kernels
