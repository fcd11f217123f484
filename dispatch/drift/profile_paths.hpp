#pragma once

#include <string>
#include <string_view>

namespace warpshop::dispatch {

inline constexpr std::string_view kKernelsPath = "kernels.";

/// Where a kernel stands in a profile: Device::confidence has its figures below it.
inline std::string kernel_path(std::string_view kernel) {
  return std::string(kKernelsPath) + std::string(kernel);
}

}  // namespace warpshop::dispatch
