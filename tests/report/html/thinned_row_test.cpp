#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "sim/report/html/gantt_rows.hpp"

namespace warpshop::report::html {
namespace {

TEST(ThinnedRow, KeepsWhatIsWideEnough) {
  const std::vector<TimeSpan> spans{{Millis{0}, Millis{2}, 7}, {Millis{2}, Millis{3}, 8}, {Millis{9}, Millis{12}, 9}};
  const auto bars = thinned_row(spans, Millis{1});
  ASSERT_EQ(bars.size(), 3U);
  for (std::size_t i = 0; i < bars.size(); ++i) {
    EXPECT_EQ(bars[i].first, i);
    EXPECT_EQ(bars[i].count, 1U);
    EXPECT_EQ(bars[i].start, spans[i].start);
    EXPECT_EQ(bars[i].end, spans[i].end);
  }
}

TEST(ThinnedRow, MergesNeighboursThatAreNarrowerThanAPixel) {
  const std::vector<TimeSpan> spans{{Millis{0}, Millis{0.5}, 0},
                                    {Millis{0.75}, Millis{1}, 1},
                                    {Millis{8}, Millis{8.1}, 2},
                                    {Millis{9}, Millis{11}, 3}};
  const auto bars = thinned_row(spans, Millis{1});
  ASSERT_EQ(bars.size(), 3U);
  EXPECT_EQ(bars[0].count, 2U);
  EXPECT_EQ(bars[0].end, Millis{1});
  EXPECT_EQ(bars[0].busy, Millis{0.75});
  EXPECT_EQ(bars[1].count, 1U);
  EXPECT_EQ(bars[2].first, 3U);
}

TEST(ThinnedRow, CountsEverySpanAndIsBoundedByPixels) {
  constexpr std::uint64_t kSeed = 20;
  std::mt19937_64 random(kSeed);
  std::uniform_real_distribution<double> length(0, 0.2);
  std::vector<TimeSpan> spans;
  Millis now{0};
  for (std::size_t i = 0; i < 100'000; ++i) {
    const Millis start = now + Millis{length(random) / 2};
    now = start + Millis{length(random)};
    spans.push_back({start, now, i});
  }
  const Millis pixel = now / 1000.0;
  const auto bars = thinned_row(spans, pixel);
  std::size_t counted = 0;
  Millis busy{0};
  for (const RowBar& bar : bars) {
    EXPECT_EQ(bar.first, counted);
    EXPECT_LE(bar.busy, (bar.end - bar.start) * (1 + 1e-9));
    counted += bar.count;
    busy += bar.busy;
  }
  EXPECT_EQ(counted, spans.size());
  EXPECT_LE(bars.size(), 1000U);
  Millis all{0};
  for (const TimeSpan& span : spans) {
    all += span.end - span.start;
  }
  EXPECT_NEAR(busy.count(), all.count(), 1e-6 * all.count()) << "seed " << kSeed;
}

TEST(ThinnedRow, TakesSpansWithoutLength) {
  const std::vector<TimeSpan> spans(50, {Millis{3}, Millis{3}, 0});
  const auto bars = thinned_row(spans, Millis{1});
  ASSERT_EQ(bars.size(), 1U);
  EXPECT_EQ(bars[0].count, 50U);
  EXPECT_EQ(bars[0].busy, Millis{0});
  EXPECT_EQ(thinned_row(spans, Millis{0}).size(), 50U);
  EXPECT_TRUE(thinned_row({}, Millis{1}).empty());
}

}  // namespace
}  // namespace warpshop::report::html
