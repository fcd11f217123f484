#include "sim/order/insertion/insertion_trials.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "bench/random_instances.hpp"
#include "sim/evaluate/evaluate.hpp"
#include "sim/model/units.hpp"
#include "tests/support/instances.hpp"

namespace warpshop::order {
namespace {

/// Distinct positions of a sequence, in order.
std::vector<std::size_t> draw_positions(bench::Draws& draws, std::size_t count, std::size_t size) {
  std::vector<std::size_t> positions;
  while (positions.size() < count) {
    const auto position = static_cast<std::size_t>(draws.below(size + 1));
    if (std::find(positions.begin(), positions.end(), position) == positions.end()) {
      positions.push_back(position);
    }
  }
  std::sort(positions.begin(), positions.end());
  return positions;
}

/// Trials at positions near each other, far apart and at the end, singly and together, of one task after the other,
/// which is then inserted where the first of them was: none costs anything but what its order does. Returns how many.
template <bool Latencies>
int check_trials(const Instance& instance, bench::Draws& draws) {
  constexpr std::size_t kStart = 40;
  evaluate::Evaluator evaluator(instance);
  InsertionTrials<Latencies> trials(instance, evaluator.traits());
  Order start(kStart);
  std::iota(start.begin(), start.end(), 0U);
  trials.assign(start);
  int checked = 0;
  for (auto task = static_cast<std::uint32_t>(kStart); task < instance.size(); ++task) {
    const Order sequence(trials.sequence().begin(), trials.sequence().end());
    trials.begin(task);
    if (draws.below(2) == 0) {
      trials.bound_all([](std::size_t /*position*/, double /*bound*/) {});
    }
    std::size_t first = static_cast<std::size_t>(draws.below(sequence.size() + 1));
    trials.try_at(first);
    for (int round = 0; round < 12; ++round) {
      const auto count = static_cast<std::size_t>(1 + draws.below(InsertionTrials<Latencies>::kTogether));
      trials.try_at(draw_positions(draws, count, sequence.size()));
    }
    for (const Insertion& trial : trials.tried()) {
      Order order = sequence;
      order.insert(order.begin() + static_cast<std::ptrdiff_t>(trial.position), task);
      EXPECT_TRUE(tied(trial.cost, evaluator.cost(order))) << "task " << task << " at " << trial.position;
      ++checked;
    }
    trials.insert(draws.below(3) == 0 ? draws.below(sequence.size() + 1) : first, task);
  }
  return checked;
}

TEST(InsertionTrials, CostWhatTheirOrdersDoWhereverTheyMeet) {
  bench::Draws draws(1);
  for (const bench::Family family : bench::kFamilies) {
    for (const bool latencies : {false, true}) {
      for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        Instance instance = bench::random_instance(100, {.family = family, .latencies = latencies}, seed);
        if (seed % 2 == 0) {
          instance = test::in_whole_milliseconds(instance);
        }
        const int checked = latencies ? check_trials<true>(instance, draws) : check_trials<false>(instance, draws);
        EXPECT_GT(checked, 500);
      }
    }
  }
}

}  // namespace
}  // namespace warpshop::order
