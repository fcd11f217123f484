#pragma once

#include <optional>

#include "sim/model/context_switch.hpp"

namespace warpshop {

/// What a plan costs at either end of what its changes of context may take, which nobody measured.
struct AssumedCosts {
  Millis value{0};                            ///< of a change of context, that the plan was made with
  AssumedRange switches;                      ///< the ends
  std::optional<AssumedRange> patience = {};  ///< of time slices: the ends, where nobody set it
  AssumedRange cost;                          ///< the objective at these
  AssumedRange makespan;                      ///< the same
};

}  // namespace warpshop
