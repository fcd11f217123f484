#include <algorithm>

#include <gtest/gtest.h>

#include "bench/random_instances.hpp"
#include "sim/evaluate/bounds/lower_bound.hpp"
#include "sim/evaluate/evaluate.hpp"
#include "sim/order/insertion/insertion.hpp"
#include "sim/order/policies.hpp"
#include "tests/support/instances.hpp"

namespace warpshop::order {
namespace {

Planned fast(const Instance& instance) {
  return find_policy("neh-gpu-fast").plan(instance, {});
}

TEST(NehGpuFast, StaysCloseToNehGpu) {
  for (const bench::Family family : bench::kFamilies) {
    for (const bool latencies : {false, true}) {
      Millis quick{0};
      Millis exact{0};
      for (const std::uint64_t seed : {1U, 2U, 3U, 4U, 5U}) {
        const Instance instance = bench::random_instance(64, {.family = family, .latencies = latencies}, seed);
        quick += fast(instance).predicted;
        exact += insertion(instance).predicted;
      }
      EXPECT_LE(quick / exact, 1.02) << bench::name(family);
    }
  }
}

TEST(NehGpuFast, OrdersManyTasksOfAnyKind) {
  for (const bool missing : {false, true}) {
    Instance instance = bench::random_instance(300, {.latencies = true, .missing = missing});
    instance.jobs[7].release = Millis{missing ? 50.0 : 0.0};
    const Planned planned = fast(instance);
    Order sorted = planned.plan.order;
    std::sort(sorted.begin(), sorted.end());
    EXPECT_EQ(sorted, test::order_of(300));
    EXPECT_TRUE(tied(planned.predicted, evaluate::makespan(instance, planned.plan)));
    EXPECT_LE(planned.predicted / evaluate::lower_bound(instance), 1.5);
  }
}

}  // namespace
}  // namespace warpshop::order
