#pragma once

#include <cstdint>

#include "sim/model/instance.hpp"
#include "sim/model/share.hpp"

namespace warpshop {

/// SMs of the device that an instance is for. The instance has a chip.
inline std::uint32_t sms_of(const Instance& instance) {
  return static_cast<std::uint32_t>(instance.chip->sm.count);
}

/// As many CTAs as fit on each of them.
inline Allocation everything(const Instance& instance) {
  return all_on(0, sms_of(instance));
}

}  // namespace warpshop
