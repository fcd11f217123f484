#pragma once

#include <functional>

#include "sim/model/processor_part.hpp"
#include "sim/model/units.hpp"

namespace warpshop::host {

/// How much of the time that is left a query may be predicted to take: predictions are off, and work beside it slows it
/// down. S1 5.
inline constexpr double kSafePart = 0.8;

/// What a query starts with: the fewest cores that are safe with all ways, then the fewest ways that are safe with
/// those cores. Safe: predicted < kSafePart · bound. Binary search, as if more never took longer: at most
/// ⌈log2(cores + 1)⌉ + ⌈log2 ways⌉ predictions, 7 or 8 of the 192 settings of 12 cores and 16 ways. Where predictions
/// do not fall, what is found is safe, perhaps not the fewest. All where nothing is safe. S1 5. all.cores, all.ways ≥
/// 1; bound: what is left of the target once the query starts, T_ub = T_target - T_queued.
ProcessorPart fewest_grant(ProcessorPart all, Millis bound, const std::function<Millis(ProcessorPart)>& predicted);

}  // namespace warpshop::host
