#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "sim/model/sweep.hpp"
#include "sim/model/sweep_manifest.hpp"
#include "sim/stats/distribution.hpp"

namespace warpshop::study {

/// What the points of a cell come to: the same, byte for byte, in whatever order they are added. Memory is bounded: 8
/// MB a policy and figure, and 16 for every two policies, at most.
class CellSummary {
 public:
  /// policies ≥ 1; ends: changes of context were not measured, so SweepCost::at_ends counts as well.
  CellSummary(std::size_t policies, bool ends);

  void add(const SweepPoint& point);

  /// Policies and tests, of at least one point; what the tests' p are before they are corrected.
  SweepCell cell() const;

 private:
  struct End {
    stats::Distribution cost;
    stats::Distribution speedup;
  };
  struct OfPolicy {
    std::array<stats::Distribution, kBaselines.size()> speedup;
    stats::Distribution closeness;
    stats::Distribution cost;
    stats::Distribution planning_us;
    std::array<End, 2> ends;  ///< low, high
    bool rests = false;       ///< they are not the same on every set
    std::uint64_t wins = 0;
    std::map<std::size_t, stats::Distribution> by_kernel_dominant;  ///< of those that there are
  };
  std::vector<OfPolicy> policies_;
  bool ends_;
  std::vector<stats::SignedDifferences> differences_;  ///< of every two: (0, 1), (0, 2), …, (1, 2), …
};

/// What all points of a sweep come to.
class SweepSummary {
 public:
  explicit SweepSummary(const SweepManifest& manifest);

  /// By increasing cell; some of one or of several.
  void add(std::span<const SweepPoint> points);

  /// Once every point of every cell is there. Throws std::logic_error: some are not.
  Sweep sweep();

 private:
  void end_cell();

  Sweep sweep_;
  std::optional<CellSummary> at_work_;
  std::size_t cell_ = 0;
  std::uint64_t points_ = 0;  ///< of this cell
};

/// The correction of all tests for their number, and what each axis does to the cost.
void finish(Sweep& sweep);

/// What each axis does, by its values beside all that the other axes have: of a sweep whose cells are there.
std::vector<SweepEffect> sweep_effects(const Sweep& sweep);

}  // namespace warpshop::study
