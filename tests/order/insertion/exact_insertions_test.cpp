#include "sim/order/insertion/exact_insertions.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "bench/random_instances.hpp"
#include "sim/evaluate/closed_form/closed_form.hpp"
#include "sim/order/insertion/quick_insertions.hpp"
#include "sim/order/insertion/whole_insertions.hpp"
#include "sim/stats/draws.hpp"
#include "tests/support/instances.hpp"

namespace warpshop::order {
namespace {

/// Tasks in and out at random: after any change the best insertion is that of a sequence that has been given the same
/// tasks at once, and, of the exact ones, that of evaluating every position as a whole.
template <class Insertions>
void change_at_random(const Instance& instance, bool exact, std::uint64_t seed) {
  const evaluate::Traits traits = evaluate::traits_of(instance);
  Insertions insertions(instance, traits);
  stats::Draws draws(seed);
  std::vector<std::uint32_t> out = test::order_of(instance.size());
  const auto any = [&draws](std::size_t count) { return static_cast<std::size_t>(draws.below(count)); };
  for (int change = 0; change < 200; ++change) {
    const std::size_t size = insertions.sequence().size();
    if (!out.empty() && (size == 0 || any(3) > 0)) {
      const Insertion best = insertions.best(out.back());
      Insertions anew(instance, traits);
      anew.assign(insertions.sequence());
      const Insertion expected = anew.best(out.back());
      EXPECT_EQ(best.position, expected.position);
      EXPECT_EQ(best.cost, expected.cost);
      if (exact) {
        WholeInsertions whole(instance, Objective::makespan);
        whole.assign(insertions.sequence());
        const Insertion slow = whole.best(out.back());
        EXPECT_EQ(best.position, slow.position);
        EXPECT_TRUE(tied(best.cost, slow.cost));
      }
      insertions.insert(any(2) > 0 ? best.position : any(size + 1), out.back());
      out.pop_back();
    } else {
      const std::size_t position = any(size);
      out.insert(out.begin(), insertions.sequence()[position]);
      insertions.remove(position);
    }
  }
}

TEST(ExactInsertions, AreTheBestAfterAnyChange) {
  for (const bench::Family family : bench::kFamilies) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      for (const bool latencies : {false, true}) {
        Instance instance = bench::random_instance(24, {.family = family, .latencies = latencies}, seed);
        if (seed % 2 == 0) {
          instance = test::in_whole_milliseconds(instance);
        }
        latencies ? change_at_random<ExactInsertions<true>>(instance, true, seed)
                  : change_at_random<ExactInsertions<false>>(instance, true, seed);
        latencies ? change_at_random<QuickInsertions<true>>(instance, false, seed)
                  : change_at_random<QuickInsertions<false>>(instance, false, seed);
      }
    }
  }
}

}  // namespace
}  // namespace warpshop::order
