#include "sim/host/speeds.hpp"

#include <cmath>
#include <cstddef>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "tests/support/any_values.hpp"
#include "tests/support/slow_server.hpp"

namespace warpshop::host {
namespace {

TEST(Speeds, OfWorkThatMovesNothingAreItsCoresLessItsMisses) {
  const Processor processor;
  const MemoryUse use{.part = 0.5, .most_misses = 3};
  EXPECT_DOUBLE_EQ(misses(use, 16, 16), 1);
  EXPECT_DOUBLE_EQ(misses(use, 1, 16), 3);
  EXPECT_DOUBLE_EQ(misses(use, 0.25, 16), 3);
  const std::vector<Running> running{{use, 4, 16}, {use, 4, 1}};
  EXPECT_EQ(speeds(processor, running), (std::vector{4.0, 4 * 1.5 / 2.5}));
  EXPECT_TRUE(speeds(processor, {}).empty());
}

// One core with all ways, part 1, of work that moves 27 of 54 GB/s on an idle memory: speed v = 2 / (1 + x), u = v / 2
// = 1 - 1/x, so 1 / (1 + x) = 1 - 1/x, x² - x - 1 = 0: the golden ratio.
TEST(Speeds, OfOneThatWaitsForItselfByHand) {
  const Running running{{.part = 1, .most_misses = 1, .traffic = {27e9}}, 1, 16};
  const double golden = (1 + std::sqrt(5)) / 2;
  EXPECT_NEAR(speeds({}, {&running, 1}).front(), 2 / (1 + golden), 1e-12);
}

TEST(BusyCores, FollowAmdahlsLaw) {
  EXPECT_DOUBLE_EQ(busy_cores(0.5, 4), 1.6);
  EXPECT_DOUBLE_EQ(busy_cores(0, 12), 1);
  EXPECT_DOUBLE_EQ(busy_cores(1, 12), 12);
}

TEST(Speeds, AreThoseFoundByHalvingAndNeverMoveMoreThanMemoryCan) {
  EXPECT_TRUE(rc::check([] {
    const Processor processor{.all = {12, test::any_number(2, 30)}, .memory = {test::any_number(1, 100) * 1e9}};
    std::vector<Running> running(test::any_number<std::size_t>(1, 6));
    for (Running& work : running) {
      work = {{.part = test::any_number(0, 30) / 10.0,
               .most_misses = test::any_number(10, 60) / 10.0,
               .traffic = {test::any_number(0, 80) * 1e8}},
              test::any_number(0, 120) / 10.0,
              test::any_number(0, 300) / 10.0};
      if (work.use.part == 0) {
        work.use.traffic.value = 0;  // what never waits moves nothing
      }
    }
    const std::vector<double> found = speeds(processor, running);
    const std::vector<double> slow = test::slow_speeds(processor, running);
    double moved = 0;
    for (std::size_t i = 0; i < running.size(); ++i) {
      RC_ASSERT(std::abs(found[i] - slow[i]) <= 1e-9 * slow[i]);
      moved += found[i] * misses(running[i].use, running[i].ways, processor.all.ways) * running[i].use.traffic.value;
    }
    RC_ASSERT(moved < processor.memory.value);
  }));
}

}  // namespace
}  // namespace warpshop::host
