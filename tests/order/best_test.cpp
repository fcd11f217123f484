#include <algorithm>
#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sim/evaluate/evaluate.hpp"
#include "sim/order/policy.hpp"
#include "tests/support/instances.hpp"

namespace warpshop::order {
namespace {

[[maybe_unused]] const bool kCasesSet = test::set_cases(3000);

Millis brute_force(const Instance& instance) {
  evaluate::Evaluator evaluator(instance);
  Order order = test::order_of(instance.size());
  Millis least{std::numeric_limits<double>::infinity()};
  do {
    least = std::min(least, evaluator.cost(order));
  } while (std::next_permutation(order.begin(), order.end()));
  return least;
}

// Any family, and all-pinned ones with the rates of the shipped devices, which the stronger bounds are for.
RC_GTEST_PROP(Best, IsTheLeastOfAllPermutations, ()) {
  const bool plain = *rc::gen::arbitrary<bool>();
  const test::Family family =
      plain ? test::Family{.latencies = *rc::gen::arbitrary<bool>(), .integers = *rc::gen::arbitrary<bool>()}
            : *test::any_family();
  const Instance instance = *test::instance(family, 6);
  const Planned planned = find_policy("best").plan(instance, {});
  RC_ASSERT(planned.proven_optimal);
  RC_ASSERT(tied(planned.predicted, brute_force(instance)));
}

TEST(Best, SaysThatItIsNotProvenBeyondTenTasks) {
  Instance instance;
  instance.rates = {{{{{0.7, 0.7}, {0.7, 1}}}, {{{0.7, 0.7}, {0.7, 1}}}}};
  for (int i = 0; i < 10; ++i) {
    const Copy h2d{Millis{0}, Millis{1.0 + 3 * i % 7}};
    const Copy d2h{Millis{0}, Millis{1.0 + 5 * i % 11}};
    instance.jobs.push_back(test::make_job({}, h2d, 1.0 + 2 * i % 5, d2h, 7, 0, 0));
  }
  EXPECT_TRUE(find_policy("best").plan(instance, {}).proven_optimal);
  instance.jobs.push_back(instance.jobs.front());
  const Planned eleven = find_policy("best").plan(instance, {});
  EXPECT_FALSE(eleven.proven_optimal);
  EXPECT_TRUE(eleven.seeks_optimum);
  EXPECT_FALSE(find_policy("neh-gpu").plan(instance, {}).seeks_optimum);
  EXPECT_FALSE(clearly_less(find_policy("neh-gpu").plan(instance, {}).predicted, eleven.predicted));
}

}  // namespace
}  // namespace warpshop::order
