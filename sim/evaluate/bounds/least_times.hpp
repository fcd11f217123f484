#pragma once

#include <array>

#include "sim/model/instance.hpp"

namespace warpshop::evaluate {

/// The fastest that payload can ever move, relative to alone: alone, or beside some memory where that is faster. ≥ 1.
double fastest_rate(const Instance& instance, Direction direction, Memory own);

/// By stage, the least that it can take: latency, and payload at fastest_rate(). 0 for a missing stage.
std::array<Millis, 3> least_times(const Instance& instance, const Job& job);

}  // namespace warpshop::evaluate
