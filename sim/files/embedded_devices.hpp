#pragma once

#include <span>
#include <string_view>

namespace warpshop::files {

/// A profile of devices/ as it was when the program was built; text is the YAML file.
struct EmbeddedDevice {
  std::string_view name;
  std::string_view text;
};

/// By name.
std::span<const EmbeddedDevice> embedded_devices();

}  // namespace warpshop::files
