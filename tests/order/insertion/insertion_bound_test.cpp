#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "bench/random_instances.hpp"
#include "sim/evaluate/evaluate.hpp"
#include "sim/model/units.hpp"
#include "sim/order/insertion/exact_insertions.hpp"
#include "sim/order/insertion/insertion.hpp"
#include "tests/support/instances.hpp"

namespace warpshop::order {
namespace {

struct Bounds {
  std::size_t positions = 0, met = 0;
};

template <bool Latencies>
struct Trials : ExactInsertions<Latencies> {
  using ExactInsertions<Latencies>::ExactInsertions;
  using ExactInsertions<Latencies>::begin;
  using ExactInsertions<Latencies>::bound;
};

/// The order that insertion() finds, of which each task in turn is left out and tried everywhere: no bound is above the
/// cost.
template <bool Latencies>
Bounds check_bounds(const Instance& instance) {
  const Order whole = insertion(instance).plan.order;
  evaluate::Evaluator evaluator(instance);
  Trials<Latencies> trials(instance, evaluator.traits());
  Bounds bounds;
  for (std::uint32_t task = 0; task < instance.size(); ++task) {
    Order sequence = whole;
    std::erase(sequence, task);
    trials.assign(sequence);
    trials.begin(task);
    for (std::size_t position = 0; position <= sequence.size(); ++position) {
      const double bound = trials.bound(position);
      Order order = sequence;
      order.insert(order.begin() + static_cast<std::ptrdiff_t>(position), task);
      const double cost = evaluator.cost(order).count();
      EXPECT_LE(bound, cost * (1 + evaluate::kRounding)) << "task " << task << " at " << position;
      ++bounds.positions;
      bounds.met += bound >= cost * (1 - kTieTolerance) ? 1 : 0;
    }
  }
  return bounds;
}

/// Relative rates of two opposing copies.
struct Rates {
  double h2d, d2h;
};

/// whole: stages of whole milliseconds, and none.
Bounds check_family(const bench::Shape& shape, const Rates& rates, bool whole) {
  Bounds all;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Instance instance = bench::random_instance(2 + seed % 19, shape, seed);
    instance.rates[0][0][0] = rates.h2d;
    instance.rates[1][0][0] = rates.d2h;
    if (whole) {
      instance = test::in_whole_milliseconds(instance);
    }
    const Bounds bounds = shape.latencies ? check_bounds<true>(instance) : check_bounds<false>(instance);
    all.positions += bounds.positions;
    all.met += bounds.met;
  }
  return all;
}

TEST(InsertionBound, IsNeverAboveTheCost) {
  for (const Rates& rates : {Rates{2.32 / 3.26, 2.30 / 3.29}, Rates{0.6, 0.9}, Rates{0.9, 0.6}, Rates{1, 1},
                             Rates{0.5, 0.5}, Rates{1, 0.7}, Rates{0.7, 1}}) {
    for (const bench::Family family : bench::kFamilies) {
      for (const bool latencies : {false, true}) {
        for (const bool whole : {false, true}) {
          EXPECT_GT(check_family({.family = family, .latencies = latencies}, rates, whole).positions, 1000U);
        }
      }
    }
  }
}

TEST(InsertionBound, IsTheCostInMostPlacesWhereTransfersDominate) {
  const Bounds bounds = check_family({.family = bench::Family::transfer_dominant}, {2.32 / 3.26, 2.30 / 3.29}, false);
  EXPECT_GT(2 * bounds.met, bounds.positions) << bounds.met << " of " << bounds.positions;
}

}  // namespace
}  // namespace warpshop::order
