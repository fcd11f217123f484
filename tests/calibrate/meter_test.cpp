#include "calibrate/meter.hpp"

#include <optional>

#include <gtest/gtest.h>

#include "sim/model/error.hpp"

namespace warpshop::calibrate {
namespace {

Options options() {
  return {.rule = {.max_relative_error = 0.01, .min_samples = 5, .max_samples = 20}, .warm_up = 2};
}

TEST(Meter, WarmsUpThenStopsByItsRule) {
  Meter meter(options());
  int runs = 0;
  const Measured measured = meter.measure("constant", [&] { return Millis{++runs <= 2 ? 100.0 : 3.0}; });
  EXPECT_EQ(runs, 7);
  EXPECT_EQ(measured.median.count(), 3);
  EXPECT_EQ(measured.samples, 5U);
}

TEST(Meter, MeasuresSeveralAtOnceUntilEachIsKnown) {
  Meter meter(options());
  int runs = 0;
  const std::vector<std::string> names{"steady", "calms down"};
  const std::vector<Measured> measured = meter.measure_together(names, [&]() -> std::vector<Millis> {
    ++runs;
    return {Millis{2}, Millis{runs < 8 ? 1.0 * runs : 5.0}};
  });
  ASSERT_EQ(measured.size(), 2U);
  EXPECT_EQ(measured[0].median.count(), 2);
  EXPECT_EQ(measured[1].median.count(), 5);
  EXPECT_GT(measured[0].samples, 5U);
  EXPECT_EQ(measured[0].samples, measured[1].samples);
  ASSERT_EQ(meter.series().size(), 2U);
  EXPECT_EQ(meter.series()[1].name, "calms down");
  EXPECT_EQ(meter.series()[1].samples.front(), 3);
}

TEST(Meter, KeepsOutliersAndNamesThem) {
  Meter meter(options());
  int runs = 0;
  meter.measure("one slow", [&] { return Millis{++runs == 5 ? 50.0 : 3.0 + 0.01 * (runs % 3)}; });
  ASSERT_EQ(meter.series().size(), 1U);
  EXPECT_EQ(meter.series().front().name, "one slow");
  EXPECT_EQ(meter.series().front().outliers, std::vector<std::size_t>{2});
  EXPECT_EQ(meter.series().front().samples.at(2), 50);
}

TEST(Meter, GivesUpWhereThereIsNothingToMeasure) {
  Meter meter(options());
  int runs = 0;
  EXPECT_FALSE(meter.try_measure("never", [&]() -> std::optional<Millis> {
    ++runs;
    return std::nullopt;
  }));
  EXPECT_EQ(runs, 2 + 21);
}

TEST(Meter, KeepsWhatItHasWhereTheRestNeverSucceeds) {
  Meter meter(options());
  int runs = 0;
  const auto measured = meter.try_measure("seldom", [&]() -> std::optional<Millis> {
    return ++runs % 4 == 0 ? std::optional{Millis{1.0 * runs}} : std::nullopt;
  });
  ASSERT_TRUE(measured);
  EXPECT_EQ(measured->samples, 7U);  // with the 21st failure
}

TEST(Meter, NamesTheMeasurementInADeviceError) {
  Meter meter(options());
  try {
    meter.measure("copy in", []() -> Millis { throw DeviceError("synchronize: gone"); });
    FAIL() << "the device failed";
  } catch (const DeviceError& error) {
    EXPECT_STREQ(error.what(), "copy in: synchronize: gone");
  }
}

TEST(Confidence, IsRelativeToItsValue) {
  const Confidence confidence = relative_confidence(4, {3, 6}, 7);
  EXPECT_EQ(confidence.low, 0.75);
  EXPECT_EQ(confidence.high, 1.5);
  EXPECT_EQ(confidence.samples, 7);
  EXPECT_EQ(relative_confidence(0, {0, 1}, 3).high, 1);
}

}  // namespace
}  // namespace warpshop::calibrate
