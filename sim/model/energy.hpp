#pragma once

#include "sim/model/units.hpp"

namespace warpshop {

/// What the devices of a plan draw from its start to its makespan.
struct Energy {
  Joules used;
  Watts peak;  ///< the most at any moment
  friend bool operator==(const Energy&, const Energy&) = default;
};

}  // namespace warpshop
