#include <gtest/gtest.h>

#include "sim/report/timeline_drawing.hpp"

namespace warpshop::report {
namespace {

const std::vector<CopySpeed> kSpeeds{
    {.from = Millis{0}, .task = {0, std::nullopt}, .speed = {1, 0}, .part_per_ms = {0.5, 0}},
    {.from = Millis{1}, .task = {0, 1}, .speed = {0.5, 0.25}, .part_per_ms = {0.25, 0.125}},
    {.from = Millis{3}}};

std::string text(const std::vector<TimelineLoad>& counters) {
  std::string text;
  for (const TimelineLoad& counter : counters) {
    text += std::to_string(static_cast<int>(counter.time.count())) + ' ' + std::string(counter.counter);
    for (const auto& [what, value] : counter.values) {
      text += ' ' + std::string(what) + '=' + std::to_string(value).substr(0, 5);
    }
    text += '\n';
  }
  return text;
}

TEST(CopyCounters, AreBandwidthsWhereAllSizesAreKnown) {
  const std::vector<TaskCopies> copies{{CopyFacts{.bytes = Bytes{8'000'000}}, {}},
                                       {CopyFacts{}, {.bytes = Bytes{16'000'000}}}};
  EXPECT_EQ(text(copy_counters(kSpeeds, copies)),
            "0 copies GB/s h2d=4.000 d2h=0.000\n"
            "1 copies GB/s h2d=2.000 d2h=2.000\n"
            "1 contention both ways=1.000\n"
            "3 copies GB/s h2d=0.000 d2h=0.000\n"
            "3 contention both ways=0.000\n");
}

TEST(CopyCounters, AreRelativeSpeedsElsewhere) {
  const std::vector<TaskCopies> copies{{CopyFacts{.bytes = Bytes{8'000'000}}, {}}, {}};
  const std::string relative =
      "0 copy speed h2d=1.000 d2h=0.000\n"
      "1 copy speed h2d=0.500 d2h=0.250\n"
      "1 contention both ways=1.000\n"
      "3 copy speed h2d=0.000 d2h=0.000\n"
      "3 contention both ways=0.000\n";
  EXPECT_EQ(text(copy_counters(kSpeeds, copies)), relative);
  EXPECT_EQ(text(copy_counters(kSpeeds, {})), relative);
}

}  // namespace
}  // namespace warpshop::report
