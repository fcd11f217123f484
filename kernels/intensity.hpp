#pragma once

#include <cstdint>
#include <string_view>

#include "kernels/fma_chain.hpp"
#include "kernels/gpu/mark.hpp"
#include "kernels/quad.hpp"

/// The arithmetic intensities that there are kernels for, in fused multiply-adds per float read. Another one is a
/// number here and a line in kernel_registry.hpp.
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
      Quad<float> held[kQuadsPerThread];
      load_quads<kThreads>(held, arguments.x, first, arguments.quads);
      for (int link = 0; link < kLinks; ++link) {
        for (Quad<float>& quad : held) {
          for (float& value : quad.element) {
            value = next_link(value);
          }
        }
      }
      store_quads<kThreads>(held, arguments.y, first, arguments.quads);
    });
  }
};

}  // namespace warpshop::kernels
