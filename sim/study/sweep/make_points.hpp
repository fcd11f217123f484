#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "sim/model/fleet.hpp"
#include "sim/model/objective.hpp"
#include "sim/model/point_range.hpp"
#include "sim/model/sweep.hpp"
#include "sim/study/sweep/remote_workers.hpp"
#include "sim/study/sweep/sweep_cell.hpp"

namespace warpshop::study {

/// A cell of the grid, ready to be planned.
struct GridCell {
  Objective objective = Objective::makespan;
  std::function<Fleet(std::uint64_t set)> fleet;  ///< safe to call from several threads
};

/// Every set in every cell.
struct Grid {
  std::uint64_t sets = 1;  ///< ≥ 1, the same in each cell
  std::vector<GridCell> cells;

  std::uint64_t points() const { return sets * cells.size(); }
};

/// Some points, which `take` of make_points() gets. Throws what a point throws.
std::vector<SweepPoint> points_of(const Grid& grid, const SweepSettings& settings, PointRange range);

/// Makes the points of the ranges, which do not overlap, by so many threads (≥ 1), each of which takes a few points at
/// a time, and by workers elsewhere, if there are any; what one of these has in hand when it dies is made here. `take`
/// gets the points in the order of the ranges, from one thread at a time, some of one cell at a time; they do not
/// depend on who makes them. Throws the first exception of any point, or of take.
void make_points(const Grid& grid, const SweepSettings& settings, std::span<const PointRange> ranges, unsigned jobs,
                 const std::function<void(std::span<const SweepPoint>)>& take, RemoteWorkers* elsewhere = nullptr);

}  // namespace warpshop::study
