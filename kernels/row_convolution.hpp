#pragma once

#include <cstdint>

#include "kernels/gpu/mark.hpp"
#include "kernels/quad.hpp"
#include "kernels/unroll.hpp"

namespace warpshop::kernels {

/// Convolution of each row of an image with 2R + 1 taps, the image being 0 outside:
/// result[y][x] = Σ_{j = 0 … 2R} taps[j] · image[y][x + R - j].
///
/// A CTA does a row of 2048 elements in shared memory, each thread 8 neighbours, past which it slides the row.
template <std::uint32_t Radius>
struct RowConvolution {
  static_assert(Radius % 8 == 0);
  static constexpr int kThreads = 256;
  static constexpr std::uint32_t kRadius = Radius;
  static constexpr std::uint32_t kWidth = 8 * kThreads;
  static constexpr std::uint32_t kQuads = kWidth / 4;
  static constexpr std::uint32_t kHalo = Radius / 4;  ///< quads of zeros on either side

  struct Arguments {
    const float* image;
    const float* taps;
    float* result;
  };
  struct Shared {
    Quad<float> row[kQuads + 2 * kHalo];
    Quad<float> taps[Radius / 2 + 1];  ///< last to first; the last quad holds one
  };

  template <class Cta>
  static WARPSHOP_BODY void subtask(Cta& cta, Shared& shared, const Arguments& arguments, std::uint32_t subtask) {
    const float* const from = arguments.image + subtask * kWidth;
    float* const to = arguments.result + subtask * kWidth;
    cta.threads([&](int thread) {
      const auto t = static_cast<std::uint32_t>(thread);
      for (std::uint32_t i = t; i < kQuads; i += kThreads) {
        shared.row[place(kHalo + i)] = load_quad(from + 4 * i);
      }
      if (t < 2 * kHalo) {
        shared.row[place(t < kHalo ? t : kQuads + t)] = Quad<float>{};
      }
      if (t <= 2 * Radius) {
        shared.taps[t / 4].element[t % 4] = arguments.taps[2 * Radius - t];
      }
    });
    typename Cta::template PerThread<Sums> sums;
    cta.threads([&](int thread) { sums[thread] = convolve(shared, static_cast<std::uint32_t>(thread)); });
    cta.threads([&](int thread) {
      const auto t = static_cast<std::uint32_t>(thread);
      shared.row[place(2 * t)] = sums[thread].quad[0];
      shared.row[place(2 * t + 1)] = sums[thread].quad[1];
    });
    cta.threads([&](int thread) {
      for (auto i = static_cast<std::uint32_t>(thread); i < kQuads; i += kThreads) {
        store_quad(to + 4 * i, shared.row[place(i)]);
      }
    });
  }

  /// Where quad i of a row lies in shared memory: every other one of 16 then lie in different banks.
  static constexpr WARPSHOP_BODY std::uint32_t place(std::uint32_t i) { return i ^ (i >> 3U & 1U); }

 private:
  struct Sums {
    Quad<float> quad[2];
  };

  static WARPSHOP_BODY Sums convolve(const Shared& shared, std::uint32_t thread) {
    Sums sums{};
    Quad<float> window[3] = {shared.row[place(2 * thread)], shared.row[place(2 * thread + 1)], {}};
    WARPSHOP_UNROLL(8)
    for (std::uint32_t group = 0; group < Radius / 2; ++group) {
      window[2] = shared.row[place(2 * thread + 2 + group)];
      const Quad<float> taps = shared.taps[group];
      for (std::uint32_t tap = 0; tap < 4; ++tap) {
        for (std::uint32_t i = 0; i < 8; ++i) {
          sums.quad[i / 4].element[i % 4] += taps.element[tap] * window[(i + tap) / 4].element[(i + tap) % 4];
        }
      }
      window[0] = window[1];
      window[1] = window[2];
    }
    const float last_tap = shared.taps[Radius / 2].element[0];
    for (std::uint32_t i = 0; i < 8; ++i) {
      sums.quad[i / 4].element[i % 4] += last_tap * window[i / 4].element[i % 4];
    }
    return sums;
  }
};

}  // namespace warpshop::kernels
