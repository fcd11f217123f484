#pragma once

#include <cstdint>
#include <string_view>

#include "kernels/gpu/mark.hpp"
#include "kernels/quad.hpp"

namespace warpshop::kernels {

/// Walsh-Hadamard transforms of 1024 values each, in natural order and not normalised (FWT in S5 table 3.6):
/// result[k] = Σ_i (-1)^popcount(k & i) · values[i].
///
/// A CTA does one of them in five stages of radix 4, whose strides are 256, 64, 16, 4, 1. A thread holds the 4 values
/// of its butterfly in registers; the first come from global memory and the last go there, shared memory passes on
/// the others.
struct FastWalsh {
  static constexpr std::string_view kName = "fast_walsh";
  static constexpr int kThreads = 256;
  static constexpr std::uint32_t kLength = 4 * kThreads;

  struct Arguments {
    const float* values;
    float* result;
  };
  struct Shared {
    float values[kLength];
  };

  template <class Cta>
  static WARPSHOP_BODY void subtask(Cta& cta, Shared& shared, const Arguments& arguments, std::uint32_t subtask) {
    constexpr std::uint32_t kFirstStride = kLength / 4;
    cta.threads([&](int thread) {
      const auto t = static_cast<std::uint32_t>(thread);
      Quad<float> four;
      for (std::uint32_t i = 0; i < 4; ++i) {
        four.element[i] = arguments.values[subtask * kLength + t + i * kFirstStride];
      }
      put(shared, t, kFirstStride, butterfly(four));
    });
    for (std::uint32_t stride = kFirstStride / 4; stride > 1; stride /= 4) {
      cta.threads([&](int thread) {
        const std::uint32_t first = first_of(static_cast<std::uint32_t>(thread), stride);
        put(shared, first, stride, butterfly(get(shared, first, stride)));
      });
    }
    cta.threads([&](int thread) {
      const std::uint32_t first = 4 * static_cast<std::uint32_t>(thread);
      store_quad(arguments.result + subtask * kLength + first, butterfly(get(shared, first, 1)));
    });
  }

  /// Where value i lies in shared memory: for every stride, the threads of a warp find theirs in 32 different banks.
  static constexpr WARPSHOP_BODY std::uint32_t place(std::uint32_t i) {
    return i ^ (i >> 5U & 1U) * 0b00101U ^ (i >> 6U & 1U) * 0b11010U;
  }
  /// The first value of the thread's butterfly; the others follow at the stride.
  static constexpr WARPSHOP_BODY std::uint32_t first_of(std::uint32_t thread, std::uint32_t stride) {
    return thread / stride * stride * 4 + thread % stride;
  }

 private:
  static WARPSHOP_BODY Quad<float> get(const Shared& shared, std::uint32_t first, std::uint32_t stride) {
    Quad<float> four;
    for (std::uint32_t i = 0; i < 4; ++i) {
      four.element[i] = shared.values[place(first + i * stride)];
    }
    return four;
  }
  static WARPSHOP_BODY void put(Shared& shared, std::uint32_t first, std::uint32_t stride, const Quad<float>& four) {
    for (std::uint32_t i = 0; i < 4; ++i) {
      shared.values[place(first + i * stride)] = four.element[i];
    }
  }

  /// The transform of 4 values.
  static WARPSHOP_BODY Quad<float> butterfly(const Quad<float>& four) {
    const float even_sum = four.element[0] + four.element[2];
    const float odd_sum = four.element[1] + four.element[3];
    const float even_difference = four.element[0] - four.element[2];
    const float odd_difference = four.element[1] - four.element[3];
    return {
        {even_sum + odd_sum, even_sum - odd_sum, even_difference + odd_difference, even_difference - odd_difference}};
  }
};

}  // namespace warpshop::kernels
