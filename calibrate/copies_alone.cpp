#include "calibrate/copies_alone.hpp"

#include <algorithm>
#include <string>

#include "sim/stats/line_fit.hpp"

namespace warpshop::calibrate {
namespace {

constexpr double kFlat = 0.02;
constexpr double kResolved = 0.05;  // of its time, what a copy's payload takes to be told from noise of the latency

BytesPerSecond bandwidth(Bytes size, Millis payload) {
  return {static_cast<double>(size.count) / std::chrono::duration<double>(payload).count()};
}

}  // namespace

CopyCurve measure_alone(Meter& meter, const CopyStream& copies) {
  const Options& options = meter.options();
  CopyCurve curve;
  for (Bytes size = options.smallest_copy; size <= copies.size(); size.count *= options.copy_size_factor) {
    curve.points.push_back({size, meter.measure(copies.name() + ' ' + std::to_string(size.count) + " B",
                                                [&] { return copies.time_alone(size); })});
    if (curve.points.size() > 1 && curve.points.back().time.median > options.longest_copy) {
      break;
    }
  }
  return curve;
}

TransferModel fit_alone(const CopyCurve& curve, const std::string& path,
                        std::map<std::string, Confidence, std::less<>>& confidence) {
  std::vector<stats::Point> points;
  std::size_t samples = 0;
  for (const CopyCurve::Point& point : curve.points) {
    points.push_back({static_cast<double>(point.size.count), point.time.median.count()});
    samples += point.time.samples;
  }
  const stats::Line line = stats::fit_line(points);
  TransferModel model;
  if (line.worst_error <= kFlat && line.slope > 0) {
    model.latency = Millis{line.intercept};
    model.alone = bandwidth(Bytes{1}, Millis{line.slope});
    confidence[path + ".latency"] = relative_confidence(line.intercept, line.intercept_interval, samples);
    confidence[path + ".alone"] = inverse(relative_confidence(line.slope, line.slope_interval, samples));
    return model;
  }
  const CopyCurve::Point& smallest = curve.points.front();
  const CopyCurve::Point& largest = curve.points.back();
  const BytesPerSecond with_latency = bandwidth(largest.size, largest.time.median);
  const Millis smallest_payload = smallest.size / with_latency;
  const Millis latency = std::max(Millis{0}, smallest.time.median - smallest_payload);
  model.latency = latency;
  model.alone = bandwidth(largest.size, largest.time.median - latency);
  confidence[path + ".latency"] =
      relative_confidence(latency.count(),
                          {.low = std::max(0.0, smallest.time.interval.low - smallest_payload.count()),
                           .high = smallest.time.interval.high - smallest_payload.count()},
                          smallest.time.samples);
  confidence[path + ".alone"] = inverse(largest.time.confidence());
  // That of the smallest copy follows from the latency; a little above it, noise could make any bandwidth of it.
  for (const CopyCurve::Point& point : curve.points) {
    const Millis payload = point.time.median - latency;
    if (point.size == smallest.size || payload > point.time.median * kResolved) {
      model.points.push_back({point.size, bandwidth(point.size, payload)});
    }
  }
  return model;
}

}  // namespace warpshop::calibrate
