#pragma once

#include <cstdint>
#include <string_view>

#include "kernels/gpu/mark.hpp"

namespace warpshop::kernels {

/// sum[i] = a[i] + b[i] (VA in S5 tables 3.6 and 4.2).
struct VectorAdd {
  static constexpr std::string_view kName = "vector_add";
  static constexpr int kThreads = 256;
  static constexpr std::uint32_t kElementsPerThread = 4;
  static constexpr std::uint32_t kElementsPerSubtask = kThreads * kElementsPerThread;

  struct Arguments {
    const float* a;
    const float* b;
    float* sum;
    std::uint32_t elements;
  };
  struct Shared {};

  template <class Cta>
  static WARPSHOP_BODY void subtask(Cta& cta, Shared&, const Arguments& arguments, std::uint32_t subtask) {
    cta.threads([&](int thread) {
      for (std::uint32_t step = 0; step < kElementsPerThread; ++step) {
        const std::uint32_t i = subtask * kElementsPerSubtask + step * kThreads + static_cast<std::uint32_t>(thread);
        if (i < arguments.elements) {
          arguments.sum[i] = arguments.a[i] + arguments.b[i];
        }
      }
    });
  }
};

}  // namespace warpshop::kernels
