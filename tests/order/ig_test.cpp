#include <chrono>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "bench/random_instances.hpp"
#include "sim/evaluate/bounds/lower_bound.hpp"
#include "sim/evaluate/evaluate.hpp"
#include "sim/order/policies.hpp"
#include "tests/support/instances.hpp"

namespace warpshop::order {
namespace {

Planned plan(const char* policy, const Instance& instance, const PlanOptions& options = {}) {
  return find_policy(policy).plan(instance, options);
}

RC_GTEST_PROP(IteratedGreedy, IsNeverWorseThanNehGpu, ()) {
  const Instance instance = *test::instance(*test::any_family(), 8);
  const PlanOptions options{.seed = *rc::gen::arbitrary<std::uint64_t>(), .budget = {.evaluations = 50}};
  const Planned planned = plan("ig", instance, options);
  RC_ASSERT(!clearly_less(plan("neh-gpu", instance).predicted, planned.predicted));
  RC_ASSERT(tied(planned.predicted, evaluate::makespan(instance, planned.plan)));
}

RC_GTEST_PROP(IteratedGreedy, ProvesOnlyWhatIsOptimal, ()) {
  const Instance instance = *test::instance({}, 6);
  const Millis optimum = plan("best", instance).predicted;
  const Planned planned = plan("ig", instance);
  RC_ASSERT(!clearly_less(planned.predicted, optimum));
  RC_ASSERT(!planned.proven_optimal || tied(planned.predicted, optimum));
}

TEST(IteratedGreedy, ComesCloserWithMoreEvaluations) {
  for (const bool latencies : {false, true}) {
    Millis few{0};
    Millis many{0};
    for (const std::uint64_t seed : {1U, 2U, 3U, 4U, 5U}) {
      const Instance instance =
          bench::random_instance(40, {.family = bench::Family::mixed, .latencies = latencies}, seed);
      few += plan("ig", instance, {.budget = {.evaluations = 1}}).predicted;
      many += plan("ig", instance, {.budget = {.evaluations = 2000}}).predicted;
    }
    EXPECT_LT(many / few, 0.9995);
  }
}

TEST(IteratedGreedy, MeetsTheBoundOfAThousandTasksOrNearly) {
  for (const bench::Family family : bench::kFamilies) {
    const Instance instance = bench::random_instance(1000, {.family = family});
    EXPECT_LE(plan("ig", instance).predicted / evaluate::lower_bound(instance), 1.0005) << bench::name(family);
  }
}

TEST(IteratedGreedy, KeepsToItsTime) {
  const Instance instance = bench::random_instance(60, {.family = bench::Family::heavy_tailed, .latencies = true});
  const auto begin = std::chrono::steady_clock::now();
  const Planned planned = plan("ig", instance, {.budget = {.evaluations = 1'000'000'000, .time = Millis{20}}});
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
  EXPECT_TRUE(clearly_less(evaluate::lower_bound(instance), planned.predicted));  // or it would have stopped by itself
}

}  // namespace
}  // namespace warpshop::order
