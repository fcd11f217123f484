#include "sim/host/adjusted_grant.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "tests/support/any_values.hpp"

namespace warpshop::host {
namespace {

constexpr ProcessorPart kProcessor{.cores = 12, .ways = 16};

/// Nothing is required: F is predicted / now alone.
QueryProgress at_speed(ProcessorPart initial, ProcessorPart held, double predicted, double now) {
  return {.initial = initial,
          .held = held,
          .predicted_ipc = predicted,
          .predicted = Millis{100},
          .ipc = now,
          .work_done = predicted * Millis{100},
          .bound = Millis{150},
          .run = Millis{20}};
}

TEST(AdjustedGrant, IsTheWorkedCaseOfTheSource) {
  const ProcessorPart initial{2, 1};
  EXPECT_EQ(adjusted_grant(kProcessor, at_speed(initial, initial, 2.4, 1.6)), (ProcessorPart{4, 3}));  // 4, 2.5
  EXPECT_EQ(adjusted_grant(kProcessor, at_speed(initial, {4, 3}, 0.96, 1)), (ProcessorPart{4, 3}));    // 3.84, 2.88
  EXPECT_EQ(adjusted_grant(kProcessor, at_speed(initial, {4, 3}, 0.33, 1)), initial);                  // 1.32, 0.99
}

TEST(AdjustedGrant, GrowsByWhatIsRequiredWhereThatIsMore) {
  // 2 × 100 of work less 40 in 150 - 20 ms; below what was predicted. Then 2 × 100 less 40 in 100 - 20 ms: 2 as well.
  QueryProgress query{.initial = {3, 2},
                      .held = {3, 2},
                      .predicted_ipc = 2,
                      .predicted = Millis{100},
                      .ipc = 1,
                      .work_done = Millis{40},
                      .bound = Millis{150},
                      .run = Millis{20}};
  EXPECT_DOUBLE_EQ(lacking_speed(query), 2);
  query.bound = Millis{60};  // 160 in 40 ms
  EXPECT_DOUBLE_EQ(lacking_speed(query), 4);
  EXPECT_EQ(adjusted_grant(kProcessor, query), (ProcessorPart{12, 9}));  // 13, and 9
}

TEST(AdjustedGrant, StaysWhereSpeedIsJustRight) {
  EXPECT_EQ(adjusted_grant(kProcessor, at_speed({2, 1}, {5, 7}, 2, 2)), (ProcessorPart{5, 7}));
}

TEST(AdjustedGrant, IsAllOfAQueryThatStandsStill) {
  EXPECT_EQ(adjusted_grant(kProcessor, at_speed({2, 1}, {2, 0}, 2, 0)), kProcessor);
  EXPECT_EQ(adjusted_grant(kProcessor, at_speed({2, 1}, {3, 3}, 0, 0)), (ProcessorPart{3, 3}));
}

/// The rule, word for word, in whole numbers where they can be.
int slow_part(int held, double factor, int initial, int all) {
  const double next = factor > 1 ? held * factor + 1 : held * factor;
  if (next >= all) {
    return all;
  }
  int whole = initial;
  while (whole + 0.5 <= next) {  // half up
    ++whole;
  }
  return whole;
}

TEST(AdjustedGrant, IsTheRuleWordForWordAndWithinItsBounds) {
  EXPECT_TRUE(rc::check([] {
    const ProcessorPart all{test::any_number(1, 20), test::any_number(1, 24)};
    const ProcessorPart initial{test::any_number(1, all.cores + 1), test::any_number(1, all.ways + 1)};
    const ProcessorPart held{test::any_number(1, all.cores + 1), test::any_number(1, all.ways + 1)};
    const QueryProgress query{.initial = initial,
                              .held = held,
                              .predicted_ipc = test::any_number(0, 40) / 4.0,
                              .predicted = Millis{test::any_number(0, 300)},
                              .ipc = test::any_number(0, 40) / 4.0,
                              .work_done = Millis{test::any_number(0, 2000)},
                              .bound = Millis{test::any_number(-20, 200)},
                              .run = Millis{test::any_number(0, 220)}};
    const ProcessorPart next = adjusted_grant(all, query);
    RC_ASSERT(next.cores >= initial.cores);
    RC_ASSERT(next.ways >= initial.ways);
    RC_ASSERT(next.cores <= all.cores);
    RC_ASSERT(next.ways <= all.ways);
    if (query.run >= query.bound) {
      RC_ASSERT(next == all);
    } else if (query.ipc > 0) {
      const double left = query.predicted_ipc * query.predicted.count() - query.work_done.count();
      const double required = left / (query.bound.count() - query.run.count());
      const double factor = required > query.predicted_ipc ? required / query.ipc : query.predicted_ipc / query.ipc;
      RC_ASSERT(next.cores == slow_part(held.cores, factor, initial.cores, all.cores));
      RC_ASSERT(next.ways == slow_part(held.ways, factor, initial.ways, all.ways));
    }
  }));
}

TEST(AdjustedGrant, StaysWithinItsBoundsFromNanosecondsToWeeks) {
  EXPECT_TRUE(rc::check([] {
    const auto any_time = [] { return Millis{std::pow(10.0, test::any_number(-12, 13))}; };
    const QueryProgress query{.initial = {2, 3},
                              .held = {7, 5},
                              .predicted_ipc = std::pow(10.0, test::any_number(-300, 300)),
                              .predicted = any_time(),
                              .ipc = std::pow(10.0, test::any_number(-300, 300)),
                              .work_done = any_time(),
                              .bound = any_time(),
                              .run = any_time()};
    const ProcessorPart next = adjusted_grant(kProcessor, query);
    RC_ASSERT(next.cores >= 2 && next.cores <= 12 && next.ways >= 3 && next.ways <= 16);
  }));
}

}  // namespace
}  // namespace warpshop::host
