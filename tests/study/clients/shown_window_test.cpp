#include "sim/study/clients/shown_window.hpp"

#include <gtest/gtest.h>

namespace warpshop::study {
namespace {

/// One client whose requests have so many stages and are answered at 10 a second where it is alone.
ClientComparison ten_a_second(std::uint32_t stages) {
  ClientComparison comparison{.workload = "w", .task_names = {}, .device = "d", .horizon = Millis{60'000}};
  comparison.warm_up = Millis{6'000};
  comparison.clients = {{.name = "a", .tasks = {0, stages}, .arrivals = PoissonArrivals{.rate = {10}}}};
  comparison.alone = {{.name = "a", .rate = {10}}};
  return comparison;
}

TEST(UsualWindow, IsTheLastOfAHundredRequests) {
  const TimeWindow window = usual_window(ten_a_second(1));
  EXPECT_EQ(window.from, Millis{50'000});
  EXPECT_EQ(window.until, Millis{60'000});
}

// 10 · 4000 · 3 commands a second: a quarter of one is shown, written as one digit.
TEST(UsualWindow, HasNoMoreCommandsThanAPageCanShow) {
  const TimeWindow window = usual_window(ten_a_second(4000));
  EXPECT_NEAR((window.until - window.from).count(), 300, 1e-6);
}

TEST(UsualWindow, IsAtTheStartWhereAllCameAtOnce) {
  ClientComparison comparison = ten_a_second(1);
  comparison.clients[0].arrivals = ArrivalsAtOnce{200};
  EXPECT_EQ(usual_window(comparison).from, Millis{0});
}

}  // namespace
}  // namespace warpshop::study
