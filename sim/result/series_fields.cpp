#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "sim/model/utf8.hpp"
#include "sim/result/csv_columns.hpp"
#include "sim/result/kinds.hpp"
#include "sim/result/parts.hpp"
#include "sim/stats/mean.hpp"

namespace warpshop::result {
namespace {

/// A metric of a kernel.
struct MetricOfKernel {
  const MetricSeries& in;
  std::size_t metric;
  const std::vector<double>& samples() const { return in.samples[metric]; }
};

std::vector<MetricOfKernel> metrics_of(const MetricSeries& series) {
  std::vector<MetricOfKernel> metrics;
  for (std::size_t metric = 0; metric < series.metrics.size(); ++metric) {
    metrics.push_back({series, metric});
  }
  return metrics;
}

std::vector<MetricOfKernel> metrics_of_all(const ImportedSeries& imported) {
  std::vector<MetricOfKernel> all;
  for (const MetricSeries& series : imported.series) {
    for (const MetricOfKernel& metric : metrics_of(series)) {
      all.push_back(metric);
    }
  }
  return all;
}

std::size_t samples_of(const MetricSeries& series) {
  return series.samples.front().size();
}
std::string metric_name(const MetricOfKernel& of) {
  return of.in.metrics[of.metric];
}
double metric_mean(const MetricOfKernel& of) {
  return stats::mean(of.samples());
}
double least_sample(const MetricOfKernel& of) {
  return *std::min_element(of.samples().begin(), of.samples().end());
}
double most_sample(const MetricOfKernel& of) {
  return *std::max_element(of.samples().begin(), of.samples().end());
}

}  // namespace

const Kind<ImportedSeries>& kind_of(const ImportedSeries* /*of*/) {
  static const Fields<MetricOfKernel> metric_part{
      {"metric", "as its column is called", metric_name},
      {"mean", "of the samples, in the unit of the profiler", metric_mean, kNotNegative},
      {"least", "of the samples", least_sample, kNotNegative},
      {"most", "of the samples", most_sample, kNotNegative},
      {"samples", "one after the other", &MetricOfKernel::samples, kSome | kNotNegative},
  };
  static const Fields<MetricSeries> kernel_part{
      {"kernel", "by name", &MetricSeries::kernel, show_name()},
      {"every_ms", "from sample to sample, in the median", &MetricSeries::every,
       kNotNegative | show("{:g}", 0, "every ms")},
      {"count", "how many samples of each metric", samples_of, kPositive | show(0, "samples")},
      {"metrics", "in the order of the file", metric_part, metrics_of, kSome},
      {"of metrics", "how many", [](const MetricSeries& series) { return series.metrics.size(); },
       kTableOnly | show(1, "metrics")},
  };
  static const Fields<MetricOfKernel> line_part{
      {"kernel", "by name", [](const MetricOfKernel& of) { return of.in.kernel; }},
      {"metric", "as its column is called", metric_name},
      {"count", "how many samples", [](const MetricOfKernel& of) { return samples_of(of.in); }, kPositive},
      {"every_ms", "from sample to sample, in the median", [](const MetricOfKernel& of) { return of.in.every; },
       kNotNegative},
      {"mean", "of the samples, in the unit of the profiler", metric_mean, kNotNegative},
      {"least", "of the samples", least_sample, kNotNegative},
      {"most", "of the samples", most_sample, kNotNegative},
  };
  static const Kind<ImportedSeries> described{
      {.name = "series",
       .title = "what `warpshop import metrics --format json` prints",
       .command = "import metrics",
       .first_columns = kSeriesColumns},
      {{"kernels", "in the order of the file", kernel_part, &ImportedSeries::series, kSome},
       {"lines", "of all kernels", line_part, metrics_of_all, kRows | kCsvOnly},
       {"file", "that was read, as it was named", [](const ImportedSeries& of) { return as_utf8(of.file); }, kJsonOnly},
       {"file", "that was read, as it was named", &ImportedSeries::file, kCsvOnly},
       {"version", "of warpshop", &ImportedSeries::version, kVersion}}};
  return described;
}

}  // namespace warpshop::result
