#include "sim/order/sq.hpp"

#include <chrono>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "bench/random_instances.hpp"
#include "sim/order/policies.hpp"
#include "sim/order/precedence.hpp"
#include "tests/support/instances.hpp"

namespace warpshop::order {
namespace {

bool close(Millis a, Millis b) {
  return std::abs((a - b).count()) <= 1e-9 * std::max({1.0, std::abs(a.count()), std::abs(b.count())});
}

/// sq as S5 has it, every task simulated behind every order.
Order plain_sq(const Instance& instance) {
  Order order;
  Order left = test::order_of(instance.size());
  Eligibility eligibility(instance);
  while (!left.empty()) {
    Millis least{0};
    auto chosen = left.end();
    for (auto task = left.begin(); task != left.end(); ++task) {
      if (!eligibility.eligible(*task)) {
        continue;
      }
      const Millis score = order.empty() ? instance.jobs[*task].alone(Stage::h2d) : misfit(instance, order, *task);
      if (chosen == left.end() || clearly_less(score, least)) {
        least = score;
        chosen = task;
      }
    }
    order.push_back(*chosen);
    eligibility.take(*chosen);
    left.erase(chosen);
  }
  return order;
}

RC_GTEST_PROP(Misfits, AreThoseOfASimulationOfTheWhole, ()) {
  test::Family family = *test::any_family();
  family.one_engine = false;
  Instance instance = *test::instance(family, 12);
  for (Job& job : instance.jobs) {
    job.exclusive = {false, false};
  }
  test::Demands demands;
  demands.precedence = *rc::gen::arbitrary<bool>();
  instance = test::demanding(instance, demands);
  RC_PRE(Misfits::apply(instance));
  Order order = feasible(instance, test::order_of(instance.size()));
  const std::uint32_t last = order.back();
  order.pop_back();
  RC_PRE(!order.empty());
  const Millis plain = misfit(instance, order, last);
  const Millis quick = Misfits(instance, order).of(last);
  RC_ASSERT(close(plain, quick));
}

TEST(Sq, OrdersAsThePlainVersionDoes) {
  for (const bench::Family family : bench::kFamilies) {
    for (const bool latencies : {false, true}) {
      for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        Instance instance =
            bench::random_instance(40, {.family = family, .latencies = latencies, .missing = seed % 3 == 0}, seed);
        bench::Draws draws(seed);
        for (Job& job : instance.jobs) {
          job.release = seed % 2 == 0 ? Millis{draws.uniform(0, 100)} : Millis{0};
        }
        EXPECT_EQ(find_policy("sq").plan(instance, {}).plan.order, plain_sq(instance))
            << bench::name(family) << ", seed " << seed;
      }
    }
  }
}

TEST(Sq, OrdersAsThePlainVersionDoesWhereCopiesExcludeEachOther) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    Instance instance = bench::random_instance(15, {.family = bench::Family::mixed}, seed);
    for (Job& job : instance.jobs) {
      job.memory = {Memory::pageable, Memory::pageable};
      job.exclusive = {true, true};
    }
    EXPECT_EQ(find_policy("sq").plan(instance, {}).plan.order, plain_sq(instance)) << seed;
  }
}

}  // namespace
}  // namespace warpshop::order
