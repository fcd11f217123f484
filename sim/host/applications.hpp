#pragma once

#include <span>
#include <string_view>

#include "sim/host/speeds.hpp"
#include "sim/model/units.hpp"

namespace warpshop::host {

/// An application that answers queries.
struct QueryApplication {
  std::string_view name;
  Millis mean{0};            ///< of a query on one core alone with all ways, > 0
  double parallel_part = 1;  ///< Amdahl's, 0 … 1
  double ipc = 1;            ///< of one core alone with all ways, > 0
  MemoryUse use;
};

/// Work without a target, of as many independent threads as it has cores.
struct BestEffortApplication {
  std::string_view name;
  MemoryUse use;
};

/// The seven and the eight of S1 5. It prints their names and no figure of them: all figures are assumed.
std::span<const QueryApplication> query_applications();
std::span<const BestEffortApplication> best_effort_applications();

/// What is assumed of all queries.
struct QueryAssumptions {
  double load = 0.3;          ///< queries' work over what all cores can do, were each on one core alone with all ways
  double longest = 10;        ///< over the mean; S1 5: "some ten times". Sizes are exponential, cut off there
  double phase_spread = 0.4;  ///< a phase is 1 ± so much times as fast, evenly, which no predictor knows; 0 … below 1
  double crowding_loss = 0.2;  ///< part of its speed that a query loses where its threads share each core with many
};

}  // namespace warpshop::host
