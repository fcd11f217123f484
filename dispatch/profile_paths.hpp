#pragma once

#include <string>
#include <string_view>

#include "sim/model/stage.hpp"

namespace warpshop::dispatch {

inline constexpr std::string_view kKernelsPath = "kernels.";

// Paths of figures in a profile, as Device::confidence has them.
inline std::string kernel_path(std::string_view kernel) {
  return std::string(kKernelsPath) + std::string(kernel);
}
inline std::string transfer_path(Memory memory, Direction direction, std::string_view figure) {
  return "transfer." + std::string(name(memory)) + '.' + std::string(name(direction)) + '.' + std::string(figure);
}

}  // namespace warpshop::dispatch
