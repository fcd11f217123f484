#pragma once

#include <cstdint>
#include <string_view>

#include "kernels/gpu/mark.hpp"
#include "kernels/quad.hpp"

namespace warpshop::kernels {

/// counts[256 s + b] = how many bytes of slice s of the input are b (HST256 in S5 table 4.2); a CTA counts a slice.
///
/// Neighbouring threads count in copies of the 256 bins of their own, so that a byte which comes often holds up fewer
/// of them; copies are a word more than the bins apart, which puts the same bin of each into another bank.
struct Histogram {
  static constexpr std::string_view kName = "histogram";
  static constexpr int kThreads = 256;
  static constexpr std::uint32_t kBins = 256;
  static constexpr std::uint32_t kCopies = 8;
  static constexpr std::uint32_t kQuadsPerThread = 8;
  static constexpr std::uint32_t kElementsPerSubtask = 16 * kThreads * kQuadsPerThread;
  static_assert(kThreads == kBins);

  struct Arguments {
    const std::uint8_t* bytes;
    std::uint32_t* counts;
    std::uint32_t elements;
  };
  struct Shared {
    std::uint32_t counts[kCopies][kBins + 1];
  };

  template <class Cta>
  static WARPSHOP_BODY void subtask(Cta& cta, Shared& shared, const Arguments& arguments, std::uint32_t subtask) {
    cta.threads([&](int thread) {
      for (auto& counts : shared.counts) {
        counts[thread] = 0;
      }
    });
    cta.threads([&](int thread) {
      const auto number = static_cast<std::uint32_t>(thread);
      std::uint32_t* counts = shared.counts[number % kCopies];
      take_share<kThreads, kQuadsPerThread>(
          arguments.bytes, arguments.elements, subtask * kElementsPerSubtask, number,
          [&](std::uint32_t word) {
            for (std::uint32_t shift = 0; shift < 32; shift += 8) {
              cta.fetch_add_shared(&counts[(word >> shift) & 0xFFU], 1U);
            }
          },
          [&](std::uint8_t byte) { cta.fetch_add_shared(&counts[byte], 1U); });
    });
    cta.threads([&](int thread) {
      std::uint32_t sum = 0;
      for (const auto& counts : shared.counts) {
        sum += counts[thread];
      }
      arguments.counts[subtask * kBins + static_cast<std::uint32_t>(thread)] = sum;
    });
  }
};

}  // namespace warpshop::kernels
