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

  /// Counts the four bytes of a word.
  template <class Cta>
  static WARPSHOP_BODY void count(Cta& cta, std::uint32_t* counts, std::uint32_t word) {
    for (std::uint32_t shift = 0; shift < 32; shift += 8) {
      cta.fetch_add(&counts[(word >> shift) & 0xFFU], 1U);
    }
  }

  template <class Cta>
  static WARPSHOP_BODY void count_slice(Cta& cta, std::uint32_t* counts, const Arguments& arguments,
                                        std::uint32_t subtask, std::uint32_t thread) {
    const std::uint32_t begin = subtask * kElementsPerSubtask;
    if (arguments.elements - begin >= kElementsPerSubtask) {
      const std::uint8_t* bytes = arguments.bytes + begin + 16 * thread;
      Quad<std::uint32_t> held[kQuadsPerThread];  // loads first, so that they overlap
      for (std::uint32_t step = 0; step < kQuadsPerThread; ++step) {
        held[step] = load_quad(reinterpret_cast<const std::uint32_t*>(bytes + step * kThreads * 16));
      }
      for (std::uint32_t step = 0; step < kQuadsPerThread; ++step) {
        for (int i = 0; i < 4; ++i) {
          count(cta, counts, held[step].element[i]);
        }
      }
    } else {
      for (std::uint32_t i = begin + thread; i < arguments.elements; i += kThreads) {
        cta.fetch_add(&counts[arguments.bytes[i]], 1U);
      }
    }
  }

  template <class Cta>
  static WARPSHOP_BODY void subtask(Cta& cta, Shared& shared, const Arguments& arguments, std::uint32_t subtask) {
    cta.threads([&](int thread) {
      for (auto& counts : shared.counts) {
        counts[thread] = 0;
      }
    });
    cta.threads([&](int thread) {
      const auto number = static_cast<std::uint32_t>(thread);
      count_slice(cta, shared.counts[number % kCopies], arguments, subtask, number);
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
