#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "sim/model/fleet.hpp"
#include "sim/model/objective.hpp"
#include "sim/model/point_range.hpp"
#include "sim/model/policy.hpp"
#include "sim/model/sweep.hpp"
#include "sim/study/policy_name.hpp"
#include "sim/study/problem.hpp"
#include "sim/study/sweep/chunk_dealer.hpp"

namespace warpshop::study {

/// How every point of a sweep is made.
struct SweepSettings {
  EngineChoice engine;
  std::vector<NamedPolicy> policies;  ///< that take what the sets hold
  PlanOptions options;                ///< its objective is the cell's
  bool sharing = false;               ///< kernels may share: the problem is prepared
};

/// A set of tasks in a cell: its fleet, planned by every policy and run by the engine, beside the baselines. Every
/// timeline is checked as those of `compare` are. Throws as checked_timeline(). Safe to call from several threads.
SweepPoint sweep_point(const Fleet& fleet, std::uint64_t set, Objective objective, const SweepSettings& settings);

/// The tasks of a population at these positions, in this order, each as often as it stands there: on every device what
/// it is in the population's fleet. The population has no precedence.
Fleet picked(const Fleet& population, const Order& tasks);

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

/// Some points. Throws what a point throws.
std::vector<SweepPoint> points_of(const Grid& grid, const SweepSettings& settings, PointRange range);

/// Makes the points of ranges that do not overlap, by so many threads (≥ 1, that which asks for them among them), each
/// of which takes a few at a time, and by workers elsewhere, if there are any; what one of these has in hand when it
/// dies is made here. The points do not depend on who makes them.
class PointMaker {
 public:
  /// All that it refers to outlives it.
  PointMaker(const Grid& grid, const SweepSettings& settings, std::vector<PointRange> ranges, unsigned jobs,
             RemoteWorkers* elsewhere = nullptr);
  PointMaker(const PointMaker&) = delete;
  PointMaker& operator=(const PointMaker&) = delete;
  /// Ends all work, whether or not there are points left.
  ~PointMaker();

  /// The next ones, in the order of the ranges, some of one cell; none: that was all. Throws the first exception of any
  /// point.
  std::vector<SweepPoint> next();

 private:
  void make(const Chunk& chunk);

  const Grid& grid_;
  const SweepSettings& settings_;
  ChunkDealer dealer_;
  std::vector<std::jthread> helpers_;
};

}  // namespace warpshop::study
