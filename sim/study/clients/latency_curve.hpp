#pragma once

#include <span>

#include "sim/model/client_comparison.hpp"
#include "sim/model/client_outcome.hpp"

namespace warpshop::study {

/// Sets LatencyFigures::curve of what clients get, by what has become of their requests. At kCurveLevels; a level is
/// left out where fewer than kFewestBeyond requests are later than it, or it lies among those that were never begun.
void add_latency_curves(std::span<ClientFigures> clients, const ClientsOutcome& outcome);

/// Fewer requests beyond a quantile say little of it: its standard deviation is about a third of their number.
inline constexpr double kFewestBeyond = 10;

}  // namespace warpshop::study
