#include <cmath>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "calibrate/copies_alone.hpp"
#include "calibrate/partial_overlap.hpp"

namespace warpshop::calibrate {
namespace {

using Confidences = std::map<std::string, Confidence, std::less<>>;

Measured exactly(double milliseconds) {
  return {.median = Millis{milliseconds}, .interval = {milliseconds * 0.99, milliseconds * 1.01}, .samples = 9};
}

/// 20 us, then 10 GB/s.
double flat(double bytes) {
  return 0.02 + bytes / 1e7;
}

TEST(FitAlone, FindsLatencyAndBandwidthOfAFlatCurve) {
  CopyCurve curve;
  for (std::int64_t size = 1 << 10; size <= 1 << 28; size *= 4) {
    curve.points.push_back({Bytes{size}, exactly(flat(static_cast<double>(size)))});
  }
  Confidences confidence;
  const TransferModel model = fit_alone(curve, "copies", confidence);
  EXPECT_NEAR(model.latency->count(), 0.02, 1e-9);
  EXPECT_NEAR(model.alone->value, 1e10, 1);
  EXPECT_TRUE(model.points.empty());
  EXPECT_TRUE(confidence.contains("copies.latency"));
  EXPECT_LE(confidence.at("copies.alone").low, 1);
  EXPECT_GE(confidence.at("copies.alone").high, 1);
}

TEST(FitAlone, GivesPointsWhereTheBandwidthDependsOnTheSizeAndMeetsEachOfThem) {
  CopyCurve curve;
  for (std::int64_t size = 1 << 10; size <= 1 << 28; size *= 4) {
    const auto bytes = static_cast<double>(size);
    curve.points.push_back({Bytes{size}, exactly(flat(bytes) + std::sqrt(bytes) * 1e-4)});
  }
  Confidences confidence;
  const TransferModel model = fit_alone(curve, "copies", confidence);
  ASSERT_FALSE(model.points.empty());
  for (const CopyCurve::Point& point : curve.points) {
    const Millis predicted = *model.latency + point.size / model.alone_at(point.size);
    EXPECT_NEAR(predicted / point.time.median, 1, 0.002) << point.size.count;
  }
}

TEST(FitAlone, TakesNoPointFromNoiseOfTheLatency) {
  CopyCurve curve;
  for (std::int64_t size = 1 << 10; size <= 1 << 28; size *= 2) {
    const auto bytes = static_cast<double>(size);
    curve.points.push_back({Bytes{size}, exactly(0.005 + bytes / 5e7 + std::sqrt(bytes) * 2e-5)});
  }
  curve.points[1].time = exactly(curve.points[0].time.median.count() + 1e-5);  // as much as the clock resolves
  Confidences confidence;
  const TransferModel model = fit_alone(curve, "copies", confidence);
  ASSERT_FALSE(model.points.empty());
  for (const BandwidthPoint& point : model.points) {
    EXPECT_LT(point.bandwidth.value, 1.01 * model.alone->value) << point.size.count;
  }
  for (const CopyCurve::Point& point : curve.points) {
    const Millis predicted = *model.latency + point.size / model.alone_at(point.size);
    EXPECT_NEAR(predicted / point.time.median, 1, 0.1) << point.size.count;
  }
}

TransferModel pinned(double latency) {
  return {.latency = Millis{latency}, .alone = BytesPerSecond{1e9}, .duplex = BytesPerSecond{0.5e9}};
}

// 10 MB at 1 GB/s take 10 ms alone; both at half speed from 4 ms on: the first has 6 MB left then, and ends at 16 ms;
// the second has 4 MB left there, at full speed.
TEST(PartialOverlap, FollowsEquation31WithoutKnowingLambdaAhead) {
  const Ends ends = predict_ends({pinned(0), Bytes{10'000'000}, Millis{0}}, {pinned(0), Bytes{10'000'000}, Millis{4}});
  EXPECT_NEAR(ends.first.count(), 16, 1e-9);
  EXPECT_NEAR(ends.second.count(), 20, 1e-9);
}

TEST(PartialOverlap, LatencyMovesNothingAndOpposesNothing) {
  const Ends ends = predict_ends({pinned(0), Bytes{10'000'000}, Millis{0}}, {pinned(4), Bytes{10'000'000}, Millis{0}});
  EXPECT_NEAR(ends.first.count(), 16, 1e-9);
  EXPECT_NEAR(ends.second.count(), 20, 1e-9);
}

TEST(PartialOverlap, CopiesThatDoNotMeetAreAlone) {
  const Ends ends = predict_ends({pinned(1), Bytes{1'000'000}, Millis{9}}, {pinned(0), Bytes{1'000'000}, Millis{0}});
  EXPECT_NEAR(ends.first.count(), 11, 1e-9);
  EXPECT_NEAR(ends.second.count(), 1, 1e-9);
}

}  // namespace
}  // namespace warpshop::calibrate
