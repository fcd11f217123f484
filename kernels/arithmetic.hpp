#pragma once

#include <cstdint>
#include <string_view>

#include "kernels/fma_chain.hpp"
#include "kernels/gpu/mark.hpp"

namespace warpshop::kernels {

/// y[i] = Σ over c = 0 … 3 of v_c, each v_c = x[i] + c after 512 links of a chain, see next_link: 2048 fused
/// multiply-adds in registers for a float read and one written, the compute-bound end of a calibration.
struct Arithmetic {
  static constexpr std::string_view kName = "arithmetic";
  static constexpr int kThreads = 256;
  static constexpr int kChains = 4;  ///< independent of each other, to hide the latency of a link
  static constexpr int kLinks = 512;
  static constexpr int kLinksPerRound = 16;  ///< links without a branch between them
  static constexpr std::uint32_t kElementsPerSubtask = kThreads;

  struct Arguments {
    const float* x;
    float* y;
    std::uint32_t elements;
  };
  struct Shared {};

  template <class Cta>
  static WARPSHOP_BODY void subtask(Cta& cta, Shared&, const Arguments& arguments, std::uint32_t subtask) {
    cta.threads([&](int thread) {
      const std::uint32_t i = subtask * kElementsPerSubtask + static_cast<std::uint32_t>(thread);
      if (i >= arguments.elements) {
        return;
      }
      const float x = arguments.x[i];
      float values[kChains];
      for (int chain = 0; chain < kChains; ++chain) {
        values[chain] = x + static_cast<float>(chain);
      }
      for (int round = 0; round < kLinks / kLinksPerRound; ++round) {
        for (int link = 0; link < kLinksPerRound; ++link) {
          for (float& value : values) {
            value = next_link(value);
          }
        }
      }
      arguments.y[i] = (values[0] + values[1]) + (values[2] + values[3]);
    });
  }
};

}  // namespace warpshop::kernels
