#pragma once

#include <array>

#include "sim/model/instance.hpp"

namespace warpshop::evaluate {

/// The fastest that payload can ever move, relative to alone: alone, or beside some memory where that is faster. ≥ 1.
double fastest_rate(const Instance& instance, Direction direction, Memory own);

/// An instance as a part of a larger one, whose other copies may go beside its own and make them faster: payloads take
/// what they do at fastest_rate(), and rates are relative to that. No plan of the part, whatever goes beside it, ends
/// before the same plan of this.
Instance beside_others(Instance part);

/// By stage, the least that it can take: latency, and payload at fastest_rate(). 0 for a missing stage.
std::array<Millis, 3> least_times(const Instance& instance, const Job& job);

}  // namespace warpshop::evaluate
