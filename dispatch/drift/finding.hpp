#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sim/model/device.hpp"
#include "sim/stats/median.hpp"

namespace warpshop::dispatch {

/// Where a kernel stands in a profile: Device::confidence has its figures below it.
inline constexpr std::string_view kKernelsPath = "kernels.";
inline std::string kernel_path(std::string_view kernel) {
  return std::string(kKernelsPath) + std::string(kernel);
}

/// A figure of the profile that what ran does not bear out.
struct Finding {
  std::string path;          ///< of the figure in the profile: `kernels.vector_add`, `transfer.pinned.h2d.duplex`
  double ratio = 1;          ///< median of measured time / time by the profile
  stats::Interval interval;  ///< 95 % interval of that median
  Confidence allowed;        ///< what the profile's own interval lets the time be, relative
  std::size_t samples = 0;
};

/// A stage as compared with the profile.
struct Sample {
  double ratio = 1;      ///< measured time / time by the profile
  Millis difference{0};  ///< of the same
  std::int64_t elements = 0;
  double measured = 0;  ///< milliseconds; of kernels
};
using Samples = std::map<std::string, std::vector<Sample>>;  ///< by the figure's path

}  // namespace warpshop::dispatch
