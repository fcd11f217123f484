#pragma once

#include <cstdint>
#include <string_view>

#include "kernels/fma_chain.hpp"
#include "kernels/gpu/mark.hpp"
#include "kernels/quad.hpp"

/// The arithmetic intensities that there are kernels for, in fused multiply-adds per float read. Another one is a
/// number here and a line in registry.hpp.
#define WARPSHOP_INTENSITIES(X) X(4) X(32)

namespace warpshop::kernels {

template <int Links>
struct IntensityName;
#define WARPSHOP_NAME_INTENSITY(links)                             \
  template <>                                                      \
  struct IntensityName<links> {                                    \
    static constexpr std::string_view kText = "intensity_" #links; \
  };
WARPSHOP_INTENSITIES(WARPSHOP_NAME_INTENSITY)
#undef WARPSHOP_NAME_INTENSITY

/// y[i] = x[i] after `Links` links of a chain, see next_link: as much arithmetic as wanted for 8 bytes of traffic.
template <int Links>
struct Intensity {
  static_assert(Links >= 1);
  static constexpr std::string_view kName = IntensityName<Links>::kText;
  static constexpr int kThreads = 256;
  static constexpr int kLinks = Links;
  static constexpr std::uint32_t kQuadsPerThread = 4;
  static constexpr std::uint32_t kQuadsPerSubtask = kThreads * kQuadsPerThread;

  struct Arguments {
    const Quad<float>* x;
    Quad<float>* y;
    std::uint32_t quads;
  };
  struct Shared {};

  template <class Cta>
  static WARPSHOP_BODY void subtask(Cta& cta, Shared&, const Arguments& arguments, std::uint32_t subtask) {
    cta.threads([&](int thread) {
      const std::uint32_t first = subtask * kQuadsPerSubtask + static_cast<std::uint32_t>(thread);
      const std::uint32_t last = arguments.quads - 1;
      Quad<float> held[kQuadsPerThread];  // loads first, so that they overlap
      for (std::uint32_t step = 0; step < kQuadsPerThread; ++step) {
        const std::uint32_t i = first + step * kThreads;
        held[step] = arguments.x[i < last ? i : last];
      }
      for (int link = 0; link < kLinks; ++link) {
        for (Quad<float>& quad : held) {
          for (float& value : quad.lane) {
            value = next_link(value);
          }
        }
      }
      for (std::uint32_t step = 0; step < kQuadsPerThread; ++step) {
        const std::uint32_t i = first + step * kThreads;
        if (i <= last) {
          arguments.y[i] = held[step];
        }
      }
    });
  }
};

}  // namespace warpshop::kernels
