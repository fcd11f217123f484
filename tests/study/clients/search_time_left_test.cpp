#include "sim/study/clients/search_time_left.hpp"

#include <chrono>

#include <gtest/gtest.h>

namespace warpshop::study {
namespace {

using std::chrono::seconds;

TEST(TimeLeft, IsAsMuchAsTheRestTakesAtThatPace) {
  EXPECT_EQ(time_left({1, 20, 5}, 1, 0.5, seconds(11)), ", 15 s left");  // 11 of 26 parts are done
  EXPECT_EQ(time_left({1, 20, 5}, 2, 1, seconds(26)), ", 0 s left");
}

TEST(TimeLeft, IsNotSaidWhileLittleIsDone) {
  EXPECT_EQ(time_left({1, 20, 5}, 1, 0, seconds(3)), "");
}

}  // namespace
}  // namespace warpshop::study
