#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "sim/model/fleet.hpp"
#include "sim/model/sweep.hpp"
#include "sim/study/sweep/sweep_cell.hpp"

namespace warpshop::study {

/// A point of the grid, ready to be planned.
struct GridCell {
  std::vector<std::size_t> values;  ///< by axis
  std::string device;               ///< as outputs call it
  Objective objective = Objective::makespan;
  std::function<Fleet(std::uint64_t set)> fleet;  ///< safe to call from several threads
};

/// What is swept.
struct Grid {
  std::string name;
  std::vector<SweepAxis> axes;
  std::uint64_t sets = 1;      ///< ≥ 1, the same in each cell
  std::size_t most_tasks = 1;  ///< of any set
  std::vector<GridCell> cells;
};

/// Who is told how it goes.
struct SweepListener {
  /// Points of a cell by increasing set, cell by cell; from one thread at a time.
  std::function<void(const GridCell& cell, std::span<const SweepPoint> points)> points;
  /// Points that are done, of all cells together.
  std::function<void(std::uint64_t done)> progress;
};

/// Every set in every cell, by so many threads (≥ 1), each of which takes a chunk of sets at a time. The result does
/// not depend on how many there are. Throws the first exception of any point.
Sweep run_sweep(const Grid& grid, const SweepSettings& settings, unsigned jobs, const SweepListener& listener);

}  // namespace warpshop::study
