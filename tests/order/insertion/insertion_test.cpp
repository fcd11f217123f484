#include "sim/order/insertion/insertion.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "bench/random_instances.hpp"
#include "sim/evaluate/evaluate.hpp"
#include "sim/evaluate/events/event_simulation.hpp"
#include "sim/order/ranking.hpp"
#include "tests/support/instances.hpp"

namespace warpshop::order {
namespace {

/// NEH as it is written down: every position tried as a whole, of tied ones the later.
template <class Makespan>
Order plain_insertion(const Instance& instance, const Makespan& makespan) {
  std::vector<Millis> totals;
  for (const Job& job : instance.jobs) {
    totals.push_back(job.total());
  }
  Order sequence;
  for (const std::uint32_t task : by_decreasing(totals)) {
    std::vector<Millis> costs;
    for (std::size_t position = 0; position <= sequence.size(); ++position) {
      Order trial = sequence;
      trial.insert(trial.begin() + static_cast<std::ptrdiff_t>(position), task);
      costs.push_back(makespan(trial));
    }
    const Millis least = *std::min_element(costs.begin(), costs.end());
    std::size_t chosen = costs.size() - 1;
    while (!tied(costs[chosen], least)) {
      --chosen;
    }
    sequence.insert(sequence.begin() + static_cast<std::ptrdiff_t>(chosen), task);
  }
  return sequence;
}

Order plain_insertion(const Instance& instance) {
  return plain_insertion(instance,
                         [&](const Order& trial) { return evaluate::event_makespan(instance, Plan{.order = trial}); });
}

RC_GTEST_PROP(Insertion, IsNehWhateverItReuses, ()) {
  const Instance instance = *test::instance(*test::any_family(), 8);
  RC_ASSERT(insertion(instance).plan.order == plain_insertion(instance));
}

RC_GTEST_PROP(Insertion, IsNehOnTheClosedForm, ()) {
  const test::Family family{.latencies = *rc::gen::arbitrary<bool>(), .integers = *rc::gen::arbitrary<bool>()};
  const Instance instance = *test::instance(family, 24);
  RC_ASSERT(insertion(instance).plan.order == plain_insertion(instance));
}

TEST(Insertion, IsNehOnManyTasksOfEveryFamily) {
  for (const bench::Family family : bench::kFamilies) {
    for (const bool latencies : {false, true}) {
      for (const std::uint64_t seed : {1U, 2U, 3U}) {
        const Instance instance = bench::random_instance(140, {.family = family, .latencies = latencies}, seed);
        evaluate::Evaluator evaluator(instance);
        EXPECT_EQ(insertion(instance).plan.order,
                  plain_insertion(instance, [&](const Order& trial) { return evaluator.cost(trial); }))
            << bench::name(family) << (latencies ? " with latencies, seed " : ", seed ") << seed;
      }
    }
  }
}

// So many that trials end early, being hopeless or going on as the sequence does.
TEST(Insertion, PredictsWhatItsOrderOfManyTasksCosts) {
  for (const bench::Family family : bench::kFamilies) {
    for (const bool latencies : {false, true}) {
      Instance instance = bench::random_instance(220, {.family = family, .latencies = latencies}, 7);
      for (const bool whole : {false, true}) {
        if (whole) {
          instance = test::in_whole_milliseconds(instance);
        }
        for (const Planned& planned : {insertion(instance), quick_insertion(instance, evaluate::traits_of(instance))}) {
          EXPECT_TRUE(tied(planned.predicted, evaluate::makespan(instance, planned.plan)))
              << bench::name(family) << (latencies ? " with latencies" : "") << (whole ? ", whole" : "");
        }
      }
    }
  }
}

TEST(Insertion, OfEqualTotalsTheEarlierTaskIsInsertedFirstAndOfTiedPositionsTheLaterWins) {
  Instance instance;
  instance.rates = {{{{{1, 1}, {1, 1}}}, {{{1, 1}, {1, 1}}}}};
  const Copy copy{Millis{0}, Millis{1}};
  instance.jobs.assign(4, test::make_job({}, copy, 1, copy, 7, 0, 0));
  EXPECT_EQ(insertion(instance).plan.order, (Order{0, 1, 2, 3}));
}

}  // namespace
}  // namespace warpshop::order
