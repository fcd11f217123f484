#pragma once

#include <cstdint>
#include <string_view>

#include "kernels/gpu/mark.hpp"

namespace warpshop::kernels {

/// Convolution of each column of an image, 2048 wide, with 2R + 1 taps, the image being 0 outside (CCONV in S5
/// table 4.2): result[y][x] = Σ_{j = 0 … 2R} taps[j] · image[y + R - j][x].
///
/// A CTA does a tile in shared memory, as wide as a warp, with R rows more above and below; each thread does 8 elements
/// below each other.
struct ConvolutionColumns {
  static constexpr std::string_view kName = "convolution_columns";
  static constexpr int kThreads = 256;
  static constexpr std::uint32_t kRadius = 8;
  static constexpr std::uint32_t kTaps = 2 * kRadius + 1;
  static constexpr std::uint32_t kWidth = 2048;
  static constexpr std::uint32_t kTileColumns = 32;
  static constexpr std::uint32_t kTilesAcross = kWidth / kTileColumns;
  static constexpr std::uint32_t kThreadRows = kThreads / kTileColumns;
  static constexpr std::uint32_t kRowsPerThread = 8;
  static constexpr std::uint32_t kTileRows = kThreadRows * kRowsPerThread;
  static constexpr std::uint32_t kLoadedRows = kTileRows + 2 * kRadius;

  struct Arguments {
    const float* image;
    const float* taps;
    float* result;
    std::uint32_t rows;
  };
  struct Shared {
    float tile[kLoadedRows][kTileColumns];
    float taps[kTaps];  ///< last to first
  };

  template <class Cta>
  static WARPSHOP_BODY void subtask(Cta& cta, Shared& shared, const Arguments& arguments, std::uint32_t subtask) {
    const std::uint32_t tile_row = subtask / kTilesAcross * kTileRows;
    const std::uint32_t tile_column = subtask % kTilesAcross * kTileColumns;
    cta.threads([&](int thread) {
      const auto t = static_cast<std::uint32_t>(thread);
      const std::uint32_t x = t % kTileColumns;
      for (std::uint32_t step = 0; step < kLoadedRows / kThreadRows; ++step) {
        const std::uint32_t y = step * kThreadRows + t / kTileColumns;
        const std::uint32_t row = tile_row + y - kRadius;  // huge if above the image
        shared.tile[y][x] = row < arguments.rows ? arguments.image[row * kWidth + tile_column + x] : 0;
      }
      if (t < kTaps) {
        shared.taps[t] = arguments.taps[kTaps - 1 - t];
      }
    });
    cta.threads([&](int thread) {
      const std::uint32_t x = static_cast<std::uint32_t>(thread) % kTileColumns;
      const std::uint32_t first = static_cast<std::uint32_t>(thread) / kTileColumns * kRowsPerThread;
      float window[kTaps - 1 + kRowsPerThread];
      for (std::uint32_t i = 0; i < kTaps - 1 + kRowsPerThread; ++i) {
        window[i] = shared.tile[first + i][x];
      }
      float sums[kRowsPerThread] = {};
      for (std::uint32_t tap = 0; tap < kTaps; ++tap) {
        for (std::uint32_t i = 0; i < kRowsPerThread; ++i) {
          sums[i] += shared.taps[tap] * window[i + tap];
        }
      }
      for (std::uint32_t i = 0; i < kRowsPerThread; ++i) {
        const std::uint32_t row = tile_row + first + i;
        if (row < arguments.rows) {
          arguments.result[row * kWidth + tile_column + x] = sums[i];
        }
      }
    });
  }
};

}  // namespace warpshop::kernels
