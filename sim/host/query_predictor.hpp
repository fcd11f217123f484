#pragma once

#include <functional>

#include "sim/model/processor_part.hpp"
#include "sim/model/units.hpp"

namespace warpshop::host {

/// What is expected of a query of that size with that grant, nothing beside it.
struct QueryPredictor {
  std::function<Millis(double size, ProcessorPart)> duration;  ///< not negative
  std::function<double(double size, ProcessorPart)> ipc;       ///< of all its cores together, not negative
};

}  // namespace warpshop::host
