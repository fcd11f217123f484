#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/model/basis.hpp"
#include "sim/model/context_switch.hpp"
#include "sim/model/objective.hpp"
#include "sim/model/units.hpp"
#include "sim/stats/box_statistics.hpp"
#include "sim/stats/wilcoxon.hpp"

namespace warpshop {

/// What the policies of a sweep are held against, set by set.
enum class Baseline : std::uint8_t {
  median,  ///< the median of all orders in ordered submission; where there are too many, of random ones
  fifo,    ///< the set as it is listed
  hyperq,  ///< free streams
};
inline constexpr std::array kBaselines{Baseline::median, Baseline::fifo, Baseline::hyperq};
constexpr std::size_t index(Baseline baseline) {
  return static_cast<std::size_t>(baseline);
}
constexpr std::string_view name(Baseline baseline) {
  constexpr std::array<std::string_view, kBaselines.size()> kNames{"median", "fifo", "hyperq"};
  return kNames[index(baseline)];
}

/// Up to so many tasks all orders of a set are looked at.
inline constexpr std::size_t kAllOrdersUpTo = 5;
/// Beyond, the median is that of so many random ones.
inline constexpr std::size_t kOrdersOfAMedian = 99;

/// One dimension of the grid.
struct SweepAxis {
  std::string name;                 ///< `device`, `memory`, …, or the path of a value of the profile or the tasks
  std::vector<std::string> values;  ///< as the file has them
  friend bool operator==(const SweepAxis&, const SweepAxis&) = default;
};

/// Which value each axis has in a cell; the last axis runs fastest.
inline std::vector<std::size_t> cell_values(const std::vector<SweepAxis>& axes, std::size_t cell) {
  std::vector<std::size_t> values(axes.size());
  for (std::size_t axis = axes.size(); axis-- > 0; cell /= axes[axis].values.size()) {
    values[axis] = cell % axes[axis].values.size();
  }
  return values;
}

/// What a policy costs on one set.
struct SweepCost {
  Millis predicted{0};  ///< the objective, by the policy's own model
  Millis cost{0};       ///< the objective, by the engine
  Millis makespan{0};   ///< by the engine
  AssumedRange
      at_ends;         ///< cost where changes of context take as little, and as much, as they may; see assumed_costs()
  Millis planning{0};  ///< how long the policy took, on the machine that it ran on
};

/// One set of tasks in one cell of the grid.
struct SweepPoint {
  std::size_t cell = 0;
  std::uint64_t set = 0;
  std::size_t kernel_dominant = 0;  ///< tasks whose kernel takes longer than their copies (S5 3.6.2)
  Millis lower_bound{0};
  std::array<Millis, kBaselines.size()> baselines{};  ///< [Baseline]: what they cost
  Millis best{0};                                     ///< the least cost of all orders, or of the policies
  std::vector<SweepCost> costs;                       ///< by policy
};

/// What a policy does over the sets of a cell at one end of what changes of context may take.
struct SweepEnd {
  stats::BoxStatistics cost;     ///< milliseconds
  stats::BoxStatistics speedup;  ///< over what the median order costs by what is assumed
};

/// What a policy does over the sets of a cell.
struct SweepPolicy {
  /// [Baseline]: its cost / the policy's, of two zeros 1. Sets on which the policy alone costs nothing are left out:
  /// perhaps all of them, and then the median stands for more than any number (count 0: not to be shown).
  std::array<stats::BoxStatistics, kBaselines.size()> speedup;
  stats::BoxStatistics closeness;    ///< least cost / the policy's, 0 … 1
  stats::BoxStatistics cost;         ///< milliseconds (of Σ w C: weight times that)
  stats::BoxStatistics planning_us;  ///< on the machines that it ran on
  std::vector<SweepEnd> ends;        ///< low and high; none where changes of context were measured, or change nothing
  std::uint64_t wins = 0;            ///< sets on which no policy costs less
  /// By the number of kernel-dominant tasks: the speed-up over the median order, where there are such sets.
  std::vector<std::optional<stats::BoxStatistics>> by_kernel_dominant;
};

/// Whether two policies differ, over the sets of a cell: (cost of the second - of the first) / their sum, so that above
/// zero the first is better.
struct SweepTest {
  std::size_t first = 0;
  std::size_t second = 0;
  stats::Wilcoxon test;
  double p = 1;  ///< corrected for all tests of the sweep (Holm)
};

/// One point of the grid.
struct SweepCell {
  std::vector<std::size_t> values;    ///< by axis: which
  std::string device;                 ///< as outputs call it
  std::vector<SweepPolicy> policies;  ///< as they were asked for
  std::vector<SweepTest> tests;       ///< of every two policies
  bool approximate = false;           ///< quantiles are of values rounded to 1e-4 of themselves or so
};

/// How an axis moves the cost, the others being as they are: over its values, where they are numbers.
struct SweepEffect {
  std::size_t axis = 0;
  std::vector<std::size_t> others;   ///< by axis: the value of the others; of the axis itself 0
  bool numbers = false;              ///< its values are numbers of one kind, and stand here from the least on
  std::vector<std::size_t> values;   ///< of the axis: those that the grid has beside the others, several
  std::optional<double> elasticity;  ///< per cent of the best policy's median cost for a per cent of the value
  std::optional<double> fit;         ///< r² of that, of three values or more
  std::vector<std::size_t> best;     ///< by value: see best_policy()
  std::vector<bool> open;            ///< by value: whether no policy is best whatever changes of context take
  std::vector<double> gain;          ///< by value: its median speed-up over the median order, which no policy exceeds
  std::vector<double> cost;          ///< by value: its median cost
};

/// Many workloads, on every cell of a grid, by every policy.
struct Sweep {
  std::string name;
  std::string engine;
  std::uint64_t sets = 0;
  std::vector<SweepAxis> axes;
  std::vector<std::string> policies;
  std::vector<SweepCell> cells;  ///< by increasing values, the last axis running fastest; all, or some of them
  std::vector<SweepEffect> effects;
  bool timing = false;  ///< show how long planning took
  Basis basis = {};
  Origin origin = {};
};

/// Which policies of a cell are best: those of the largest median speed-up over the median order, by what is
/// assumed and at both ends of what changes of context may take, where nobody measured them; several where they are
/// tied(). In the order in which they were asked for; none: which one is best depends on that.
std::vector<std::size_t> best_policies(const SweepCell& cell);

bool is_best(const SweepCell& cell, std::size_t policy);

/// How much faster it is than the median order, over the sets.
inline const stats::BoxStatistics& over_median(const SweepPolicy& policy) {
  return policy.speedup[index(Baseline::median)];
}

/// The one of them, or where there is none of those that are best by what is assumed, that is named where only one can
/// be, whatever the order in which they were asked for: of the least
/// median cost; where that is tied as well the one that was named before, at the value of an axis next to this; then
/// that of the most wins; then the first by the alphabet.
std::size_t best_policy(const SweepCell& cell, const std::vector<std::string>& names,
                        std::optional<std::size_t> before = std::nullopt);

}  // namespace warpshop
