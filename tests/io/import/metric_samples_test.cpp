#include "sim/io/import/metric_samples.hpp"

#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "sim/model/error.hpp"

namespace warpshop::io {
namespace {

std::vector<MetricSeries> read(const std::string& text) {
  std::istringstream stream(text);
  return read_metric_samples(stream, "samples.csv");
}

/// What is said of a text that is refused.
std::string refusal(const std::string& text) {
  try {
    read(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "read";
}

// Kernels take turns in the file; columns stand in any order.
TEST(MetricSamples, AreSeriesOfEachKernel) {
  const std::vector<MetricSeries> series = read(
      "ipc,time_ms,kernel,dram_read_throughput\n1.5,0,mm,20\n0.5,0,\"copy<float, 4>\",100\n\n# idle\n1.25,70,mm,0\r\n"
      "0.25,69,\"copy<float, 4>\",1e2\n1,141,mm,7\n");
  ASSERT_EQ(series.size(), 2U);
  EXPECT_EQ(series[0].kernel, "mm");
  EXPECT_EQ(series[1].kernel, "copy<float, 4>");
  EXPECT_EQ(series[0].metrics, (std::vector<std::string>{"ipc", "dram_read_throughput"}));
  EXPECT_EQ(series[0].samples, (std::vector<std::vector<double>>{{1.5, 1.25, 1}, {20, 0, 7}}));
  EXPECT_EQ(series[0].every, Millis{70.5});
  EXPECT_EQ(series[1].every, Millis{69});
}

TEST(MetricSamples, HaveTimesInFourUnits) {
  for (const auto& [name, step] :
       {std::pair{"time_s", "0.5"}, {"time_ms", "500"}, {"time_us", "5e5"}, {"time_ns", "5e8"}}) {
    const std::string text = std::string("kernel,ipc,") + name + "\na,1,0\na,1," + step + "\n";
    EXPECT_NEAR(read(text)[0].every.count(), 500, 1e-9) << text;
  }
}

TEST(MetricSamples, MistakesAreNamedByLineAndColumn) {
  const std::string names = "kernel,time_ms,ipc\n";
  EXPECT_EQ(refusal(names + "a,0,1\na,70,x\n"), "samples.csv:3:6: 'x' is not a number that fits, expected 0 to 1e+30");
  EXPECT_EQ(refusal(names + "a,0,1\na,70,-1\n"),
            "samples.csv:3:6: '-1' is not a number that fits, expected 0 to 1e+30");
  EXPECT_EQ(refusal(names + "a,0,nan\n"), "samples.csv:2:5: 'nan' is not a number that fits, expected 0 to 1e+30");
  EXPECT_EQ(refusal(names + "a,0,\n"), "samples.csv:2:5: '' is not a number that fits, expected 0 to 1e+30");
  EXPECT_EQ(refusal(names + "a,0\n"), "samples.csv:2:1: 2 fields, expected 3 as above");
  EXPECT_EQ(refusal(names + "a,0,1,2\n"), "samples.csv:2:7: 4 fields, expected 3 as above");
  EXPECT_EQ(refusal(names + ",0,1\n"), "samples.csv:2:1: an empty field, expected the name of a kernel");
  EXPECT_EQ(refusal(names + "a,70,1\na,70,1\n"),
            "samples.csv:3:3: '70' is not after the sample before it of 'a', expected times that increase");
  EXPECT_EQ(refusal(names + "a,0,1\nb,0,1\nb,70,1\n"), "samples.csv:2:3: the only sample of 'a', expected two or more");
  EXPECT_EQ(refusal(names + "a,0,1\na,70,1\na,140,1\na,280,1\n"),
            "samples.csv:5:3: 140 ms after the sample before it of 'a', expected about 70 ms as between the others");
  EXPECT_EQ(
      refusal("kernel,ipc\n"),
      "samples.csv:1:1: no column of times, expected kernel, a time (time_s, time_ms, time_us, time_ns) and metrics");
  EXPECT_EQ(
      refusal("time_ms,ipc\n"),
      "samples.csv:1:1: no column kernel, expected kernel, a time (time_s, time_ms, time_us, time_ns) and metrics");
  EXPECT_EQ(refusal("kernel,time_ms\n"),
            "samples.csv:1:1: no column of a metric, expected kernel, a time (time_s, time_ms, time_us, time_ns) and "
            "metrics");
  EXPECT_EQ(refusal("kernel,time_ms,time_s,ipc\n"), "samples.csv:1:16: 'time_s' beside 'time_ms', expected one time");
  EXPECT_EQ(refusal("kernel,time_ms,ipc,ipc\n"), "samples.csv:1:20: 'ipc' stands here twice, expected it once");
  EXPECT_EQ(refusal("kernel,,ipc\n"), "samples.csv:1:8: an empty name, expected that of a column");
  EXPECT_EQ(refusal(names), "samples.csv: holds no samples, expected lines under kernel, time_ms and metrics");
}

}  // namespace
}  // namespace warpshop::io
