#pragma once

#include <cstdint>
#include <string_view>

#include "kernels/gpu/mark.hpp"
#include "kernels/quad.hpp"

namespace warpshop::kernels {

/// sums[s] = Σ of slice s of the input, modulo 2^32 (RED in S5 table 4.2); a CTA sums a slice.
///
/// A thread sums in a register; the sums of the threads then meet in two steps of 16 instead of eight of 2, as a
/// barrier costs more than a few additions.
struct Reduction {
  static constexpr std::string_view kName = "reduction";
  static constexpr int kThreads = 256;
  static constexpr int kRows = 16;
  static constexpr int kColumns = kThreads / kRows;
  static constexpr std::uint32_t kQuadsPerThread = 8;
  static constexpr std::uint32_t kElementsPerSubtask = kThreads * kQuadsPerThread * 4;

  struct Arguments {
    const std::uint32_t* values;
    std::uint32_t* sums;
    std::uint32_t elements;
  };
  struct Shared {
    std::uint32_t by_thread[kThreads];
    std::uint32_t by_column[kColumns];
  };

  template <class Cta>
  static WARPSHOP_BODY void subtask(Cta& cta, Shared& shared, const Arguments& arguments, std::uint32_t subtask) {
    cta.threads([&](int thread) {
      std::uint32_t sum = 0;
      const auto add = [&](std::uint32_t value) { sum += value; };
      take_share<kThreads, kQuadsPerThread>(arguments.values, arguments.elements, subtask * kElementsPerSubtask,
                                            static_cast<std::uint32_t>(thread), add, add);
      shared.by_thread[thread] = sum;
    });
    cta.threads([&](int thread) {
      if (thread < kColumns) {
        std::uint32_t sum = 0;
        for (int row = 0; row < kRows; ++row) {
          sum += shared.by_thread[row * kColumns + thread];
        }
        shared.by_column[thread] = sum;
      }
    });
    cta.threads([&](int thread) {
      if (thread == 0) {
        std::uint32_t sum = 0;
        for (const std::uint32_t value : shared.by_column) {
          sum += value;
        }
        arguments.sums[subtask] = sum;
      }
    });
  }
};

}  // namespace warpshop::kernels
