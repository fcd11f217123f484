#include "sim/order/insertion/insertion_trials.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
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

/// The trials at `attempted` cost what their orders do, or were given up and would cost more than the best.
template <bool Latencies>
void expect_costs(const InsertionTrials<Latencies>& trials, const std::set<std::size_t>& attempted, std::uint32_t task,
                  evaluate::Evaluator& evaluator) {
  const auto cost = [&](std::size_t position) {
    Order order(trials.sequence().tasks().begin(), trials.sequence().tasks().end());
    order.insert(order.begin() + static_cast<std::ptrdiff_t>(position), task);
    return evaluator.cost(order);
  };
  std::set<std::size_t> given_up = attempted;
  for (const Insertion& trial : trials.tried()) {
    given_up.erase(trial.position);
    EXPECT_TRUE(tied(trial.cost, cost(trial.position))) << "task " << task << " at " << trial.position;
  }
  for (const std::size_t position : given_up) {
    EXPECT_GE(cost(position), trials.leader().cost * (1 - kTieTolerance)) << "task " << task << " at " << position;
  }
}

/// Trials at positions near each other, far apart and at the end, singly and together, of one task after the other,
/// which is then inserted where the first of them was. Returns how many.
template <bool Latencies>
int check_trials(const Instance& instance, bench::Draws& draws) {
  constexpr std::size_t kStart = 40;
  evaluate::Evaluator evaluator(instance);
  InsertionTrials<Latencies> trials(instance, evaluator.traits());
  trials.assign(test::order_of(kStart));
  int checked = 0;
  for (auto task = static_cast<std::uint32_t>(kStart); task < instance.size(); ++task) {
    const std::size_t size = trials.sequence().size();
    trials.begin(task);
    if (draws.below(2) == 0) {
      trials.bound_all();
    }
    const auto first = static_cast<std::size_t>(draws.below(size + 1));
    trials.try_at(first);
    std::set<std::size_t> attempted{first};
    for (int round = 0; round < 12; ++round) {
      const auto count = static_cast<std::size_t>(1 + draws.below(InsertionTrials<Latencies>::kTogether));
      std::vector<std::size_t> positions = draw_positions(draws, count, size);
      std::erase_if(positions, [&](std::size_t position) { return attempted.contains(position); });
      trials.try_at(positions);
      attempted.insert(positions.begin(), positions.end());
    }
    expect_costs(trials, attempted, task, evaluator);
    checked += static_cast<int>(trials.tried().size());
    trials.insert(draws.below(3) == 0 ? draws.below(size + 1) : first, task);
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

/// As many tasks as `long_d2h` that take no time to speak of, one of a long D2H, others, and the one that is tried: of
/// a long kernel. Its best place is behind the long D2H, where all has to wait for that, not for its own.
Instance with_a_long_d2h(std::size_t size, std::size_t long_d2h, bool latencies, bench::Draws& draws) {
  Instance instance = bench::random_instance(size, {.latencies = latencies});
  const auto about = [&](double stage) { return Millis{stage * draws.uniform(0.7, 1.3) + draws.uniform(0, 0.15)}; };
  for (std::size_t i = 0; i < size; ++i) {
    Job& job = instance.jobs[i];
    const bool tried = i + 1 == size;
    job.copies[0].payload = about(0.01);
    job.kernel = about(tried ? 10 : i <= long_d2h ? 0.01 : 2);
    job.copies[1].payload = about(tried ? 2 : i < long_d2h ? 0.01 : i == long_d2h ? 10 : 1);
  }
  return instance;
}

template <bool Latencies>
void gives_up_with_reason(std::size_t long_d2h) {
  bench::Draws draws(long_d2h);
  for (int i = 0; i < 50; ++i) {
    const std::size_t size = long_d2h + 8;
    const Instance instance = with_a_long_d2h(size + 1, long_d2h, Latencies, draws);
    const auto task = static_cast<std::uint32_t>(size);
    evaluate::Evaluator evaluator(instance);
    InsertionTrials<Latencies> trials(instance, evaluator.traits());
    trials.assign(test::order_of(size));
    for (const std::size_t alone : {1U, 0U}) {
      const std::array<std::size_t, 4> behind{long_d2h - 2, long_d2h - 1, long_d2h, long_d2h + 1};
      const auto positions = std::span(behind).subspan(3 * alone);
      trials.begin(task);
      trials.try_at(size);
      trials.try_at(positions);
      expect_costs(trials, {positions.begin(), positions.end()}, task, evaluator);
    }
  }
}

/// Around the sizes at which that is looked at.
TEST(InsertionTrials, AreGivenUpOnlyWhereTheyCannotBecomeTheBest) {
  for (const std::size_t look : {64U, 128U}) {
    for (const std::size_t long_d2h : {look - 4, look - 3, look - 2, look - 1, look}) {
      gives_up_with_reason<false>(long_d2h);
      gives_up_with_reason<true>(long_d2h);
    }
  }
}

}  // namespace
}  // namespace warpshop::order
