#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "sim/place/placing_problem.hpp"

namespace warpshop::place {

/// Moves that search() tries unless told otherwise.
inline constexpr std::size_t kSearchMoves = 20'000;

/// A placement that ends no later than `start`, by record-to-record travel (Dueck, 1993): a job goes to another place
/// of the queues, two change places, or a job waits for more or fewer others, every other time on the GPU that ends
/// last; what is within 3 %, at last within nothing, of the best so far is gone on from. Deterministic: the same seed
/// and moves, the same answer. O(moves · jobs of a GPU). spent: the part of something else that it may cost, 0 … 1; at
/// 1 it ends as well.
Placement search(
    const PlacingProblem& problem, const Placement& start, std::uint64_t seed, std::size_t moves = kSearchMoves,
    const std::function<double()>& spent = [] { return 0.0; });

}  // namespace warpshop::place
