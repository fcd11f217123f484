#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "sim/model/instance.hpp"
#include "sim/model/plan.hpp"
#include "sim/model/simulation.hpp"
#include "sim/model/timeline.hpp"

namespace warpshop::evaluate {

/// A time in which no kernel gets or loses SMs or CTAs.
struct SharedPiece {
  /// What is there.
  struct Part {
    std::size_t residency = 0;  ///< of the timeline
    double rate = 0;  ///< subtasks per millisecond; a residency's add up to what it does, within 1e-9 of the makespan
    std::optional<std::array<double, kSharedResources>> busy;  ///< SMs that it keeps so; nothing: it has no law
  };
  Millis from{0};
  Millis to{0};
  std::vector<Part> parts;
};

/// The residencies of a timeline of one device, cut wherever one begins or ends, by time; times that are less than 1e-9
/// of the makespan apart count as one. Within a residency work is done as fast, relative to its other pieces, as the
/// co-run law says: what else slows it down (copies, launches of slices) is taken as even over it. O(r log r) for r
/// residencies, and the law once a piece.
std::vector<SharedPiece> shared_pieces(const Instance& instance, const Plan& plan, const Timeline& timeline);

/// How busy kernels keep what they share: Σ busy / SMs over the parts of each piece; a point at each piece and
/// one at the end of the last. Nothing where nothing shares, or where a kernel has no law.
std::vector<ResourceLoad> resource_loads(const Instance& instance, const Plan& plan, const Timeline& timeline);

}  // namespace warpshop::evaluate
