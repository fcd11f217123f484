#pragma once

#include "sim/place/placing_problem.hpp"

namespace warpshop::place {

/// What no placement ends before, ours; the largest of three. A job ends no sooner than its release and its time alone
/// on the GPU where that is least. Footprints over those times fit into memory over time. And for any prices w of kinds
///
///     makespan ≥ Σ_jobs w_j / Σ_GPUs max_S Σ_{i in S} w_i · speed_i(S) / alone_i
///
/// as a GPU holds one set S of at most `at_most` jobs at any moment: prices are sought by multiplicative weights, a
/// fixed number of steps. Where there are too many sets no speed is looked at: each is 1 at most. Releases count in the
/// first alone.
Millis placing_bound(const PlacingProblem& problem);

/// Whether the speeds of all sets are looked at: of kinds^at_most ≤ 20 000.
bool sets_are_few(const PlacingProblem& problem);

}  // namespace warpshop::place
