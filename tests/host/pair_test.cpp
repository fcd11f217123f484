#include "sim/host/pair.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "sim/host/data_centre.hpp"

namespace warpshop::host {
namespace {

constexpr Millis kTarget{150};

Pair busy_pair(const QueryApplication& application, const QueryAssumptions& assumed, const std::vector<Query>& queries,
               std::size_t best_effort) {
  static const Processor processor;
  return {processor, application, assumed, queries, {best_effort_applications()[best_effort]}};
}

TEST(Pair, StaticOptimumHasTheMostCopiesBeforeSomeBreakTheTarget) {
  int lowest = 100;
  int highest = 0;
  for (const double load : {0.2, 0.4}) {
    const QueryAssumptions assumed{.load = load};
    for (const std::size_t number : {1U, 4U}) {
      const QueryApplication& application = query_applications()[number];
      const auto queries = drawn_queries({}, application, assumed, 500, 1);
      const Pair pair = busy_pair(application, assumed, queries, 7);
      const StaticOptimum found = static_optimum(pair, kTarget);
      EXPECT_TRUE(found.copies == 0 || found.outcome.p99 <= kTarget);
      EXPECT_TRUE(found.copies == 12 || under_os(pair, found.copies + 1).p99 > kTarget);
      EXPECT_EQ(found.outcome.p99, under_os(pair, found.copies).p99);
      EXPECT_EQ(found.outcome.best_effort > 0, found.copies > 0);
      lowest = std::min(lowest, found.copies);
      highest = std::max(highest, found.copies);
    }
  }
  EXPECT_LT(lowest, highest);  // so that there was something to find
}

TEST(Pair, StaticOptimumIsNoCopyWhereOneBreaksTheTarget) {
  const QueryAssumptions assumed;
  const QueryApplication& application = query_applications()[0];
  const auto queries = drawn_queries({}, application, assumed, 50, 1);
  const StaticOptimum found = static_optimum(busy_pair(application, assumed, queries, 0), Millis{1e-3});
  EXPECT_EQ(found.copies, 0);
  EXPECT_EQ(found.outcome.best_effort, 0);
}

// With no queries to speak of it is all there: 12 copies alone.
TEST(Pair, BestEffortWorkBesideNextToNothingIsAllOfIt) {
  const QueryAssumptions assumed{.load = 1e-4};
  const QueryApplication& application = query_applications()[6];
  const auto queries = drawn_queries({}, application, assumed, 50, 1);
  const Pair pair = busy_pair(application, assumed, queries, 0);
  EXPECT_NEAR(under_os(pair, 12).best_effort, 1, 1e-3);
  EXPECT_NEAR(under_os(pair, 6).best_effort, 0.5, 0.01);  // bs hardly minds memory
}

// Each node's best job is another: as they come half of them fit, assigned all of them.
TEST(DataCentre, AssignsEachJobToWhereItDoesMost) {
  const std::vector<double> throughputs{1, 0, 0, 1};
  EXPECT_EQ(dealt_throughput(throughputs, 2, 100, 1, Dealing::assigned, 1), 1);
  EXPECT_NEAR(dealt_throughput(throughputs, 2, 100, 100, Dealing::as_they_come, 1), 0.5, 0.02);
}

TEST(DataCentre, DealsEveryJobOnce) {
  // The sum over all jobs does not hang on who gets which where nodes are alike.
  const std::vector<double> throughputs{0.1, 0.4, 0.7};
  for (const Dealing dealing : {Dealing::as_they_come, Dealing::assigned}) {
    EXPECT_NEAR(dealt_throughput(throughputs, 1, 30, 4, dealing, 1), 0.4, 1e-12);
  }
}

TEST(DataCentre, AssignedIsNeverBelowAsTheyCome) {
  const std::vector<double> throughputs{0.3, 0.9, 0.2, 0.5, 0.4, 0.6};
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    EXPECT_GE(dealt_throughput(throughputs, 2, 14, 3, Dealing::assigned, seed),
              dealt_throughput(throughputs, 2, 14, 3, Dealing::as_they_come, seed) - 1e-12);
  }
}

}  // namespace
}  // namespace warpshop::host
