#pragma once

#include <cstdint>
#include <optional>

#include "sim/model/stage.hpp"
#include "sim/model/units.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::dispatch {

/// A stage as it ran.
struct ObservedStage {
  Stage stage = Stage::h2d;
  Memory memory = Memory::pinned;    ///< of a copy
  Bytes size;                        ///< of a copy
  std::optional<KernelCall> kernel;  ///< of a kernel that goes by a name in the profile
  Millis start{0};                   ///< all of one device count from the same instant
  Millis end{0};
};

}  // namespace warpshop::dispatch
