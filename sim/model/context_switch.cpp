#include "sim/model/context_switch.hpp"

#include <algorithm>

namespace warpshop {

Millis context_switch(const Device& device) {
  return device.context_switch.value_or(kTypicalContextSwitch);
}

std::optional<AssumedRange> context_switch_range(const Device& device) {
  if (device.context_switch && !device.assumed.contains(kContextSwitchPath)) {
    return std::nullopt;
  }
  const Millis value = context_switch(device);
  return AssumedRange{.low = std::min(kContextSwitch.low, value), .high = std::max(kContextSwitch.high, value)};
}

}  // namespace warpshop
