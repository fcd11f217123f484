#include "sim/evaluate/rounds.hpp"

#include <gtest/gtest.h>

#include "sim/evaluate/evaluate.hpp"
#include "tests/support/instances.hpp"

namespace warpshop::evaluate {
namespace {

/// Tasks with these footprints in bytes, each with an H2D, a kernel and a D2H of 1 ms; 10 B of memory.
Instance instance_of_footprints(const std::vector<std::int64_t>& footprints) {
  Instance instance;
  instance.rates = test::all_rates()[3];
  for (const std::int64_t footprint : footprints) {
    instance.jobs.push_back(test::make_job({}, {Millis{0}, Millis{1}}, 1, {Millis{0}, Millis{1}}, 7, 0, 0));
    instance.footprints.push_back(Bytes{footprint});
  }
  instance.memory = Bytes{10};
  return instance;
}

using Rounds = std::vector<std::uint32_t>;

TEST(Rounds, AreNoneWhereAllFits) {
  EXPECT_FALSE(needs_rounds(instance_of_footprints({5, 5})));
  EXPECT_EQ(rounds_of(instance_of_footprints({5, 5}), Order{0, 1}), Rounds{});
  EXPECT_EQ(rounds_of(instance_of_footprints({}), Order{}), Rounds{});
}

TEST(Rounds, TakeWhatComesNextForAsLongAsItFits) {
  const Instance instance = instance_of_footprints({6, 5, 4, 1, 10, 0});
  EXPECT_EQ(rounds_of(instance, Order{0, 1, 2, 3, 4, 5}), (Rounds{1, 3, 2})) << "6; 5 + 4 + 1; 10 + 0";
  EXPECT_EQ(rounds_of(instance, Order{0, 2, 1, 3, 4, 5}), (Rounds{2, 2, 2})) << "6 + 4; 5 + 1; 10 + 0";
}

TEST(Rounds, AreCountedWhereverAnOrderIs) {
  const Instance instance = instance_of_footprints({6, 6});
  EXPECT_EQ(plan_of(instance, {1, 0}).rounds, (Rounds{1, 1}));
  EXPECT_EQ(Evaluator(instance).cost(Order{1, 0}), Millis{6});
  EXPECT_EQ(Evaluator(instance_of_footprints({5, 5})).cost(Order{1, 0}), Millis{4});
}

}  // namespace
}  // namespace warpshop::evaluate
