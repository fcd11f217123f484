#pragma once

#include <cstdint>
#include <string_view>

#include "kernels/gpu/mark.hpp"
#include "kernels/quad.hpp"

namespace warpshop::kernels {

/// to[i] = from[i] for vectors of 16 bytes: nothing but memory traffic, the memory-bound end of a calibration.
struct Stream {
  static constexpr std::string_view kName = "stream";
  static constexpr int kThreads = 256;
  static constexpr std::uint32_t kQuadsPerThread = 4;
  static constexpr std::uint32_t kElementsPerSubtask = kThreads * kQuadsPerThread;

  struct Arguments {
    const Quad<std::uint32_t>* from;
    Quad<std::uint32_t>* to;
    std::uint32_t elements;
  };
  struct Shared {};

  template <class Cta>
  static WARPSHOP_BODY void subtask(Cta& cta, Shared&, const Arguments& arguments, std::uint32_t subtask) {
    cta.threads([&](int thread) {
      const std::uint32_t first = subtask * kElementsPerSubtask + static_cast<std::uint32_t>(thread);
      Quad<std::uint32_t> held[kQuadsPerThread];
      load_quads<kThreads>(held, arguments.from, first, arguments.elements);
      store_quads<kThreads>(held, arguments.to, first, arguments.elements);
    });
  }
};

}  // namespace warpshop::kernels
