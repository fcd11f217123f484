#pragma once

#include <cstdint>

#include "kernels/gpu/code.hpp"

namespace warpshop::dispatch {

/// A kernel with its arguments, in whichever form it is launched.
struct KernelLaunch {
  gpu::Code code;
  gpu::Arguments arguments;
  std::uint32_t subtasks = 1;  ///< CTAs of the plain form
};

}  // namespace warpshop::dispatch
