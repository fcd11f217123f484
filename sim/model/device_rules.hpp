#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/model/device.hpp"

namespace warpshop {

/// Values that no device has together.
struct DeviceMistake {
  /// What a message shows of the profile: nothing, all paths behind `what`, or, before it, what stands at the first
  /// path, of which `figure` is without its interval.
  enum class Shows : std::uint8_t { nothing, paths, value, figure };

  std::vector<std::string> paths;  ///< where it is, the first first
  std::string what;
  std::string expected;
  Shows shows = Shows::value;
};

/// The first of what is wrong between values, each of which is in its own range: duplex of pageable memory; duplex or
/// mixed where dma_engines is 1; either more than kMostBesideOverAlone times the one alone; a bus that moves more while
/// something moves the other way; a CTA that does not fit into an SM; copies or kernels that draw less than an idle
/// board; a worst error below the mean.
std::optional<DeviceMistake> first_mistake(const Device& device);

}  // namespace warpshop
