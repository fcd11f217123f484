#include "sim/io/import/metric_samples.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "sim/io/csv/csv_lines.hpp"
#include "sim/io/csv/csv_record.hpp"
#include "sim/io/yaml/document_text.hpp"
#include "sim/model/error.hpp"
#include "sim/model/utf8.hpp"
#include "sim/stats/median.hpp"

namespace warpshop::io {
namespace {

constexpr std::string_view kKernel = "kernel";
constexpr double kLargestSample = 1e30;
constexpr double kMostOff = 0.5;  // of the median step

struct TimeColumn {
  std::string_view name;
  double milliseconds;
};
constexpr std::array<TimeColumn, 4> kTimes{{{"time_s", 1e3}, {"time_ms", 1}, {"time_us", 1e-3}, {"time_ns", 1e-6}}};

/// The samples of a kernel so far.
struct Samples {
  std::size_t series = 0;
  std::vector<double> times = {};  // ms
  std::vector<Mark> marks = {};    // of the times
};

class MetricTable {
 public:
  explicit MetricTable(std::string file) : file_(std::move(file)) {}

  void take(std::string_view line, std::uint32_t number) {
    const std::vector<CsvField> fields = csv_record(line, file_, number);
    if (names_.empty()) {
      take_names(fields, number);
    } else {
      take_sample(fields, number);
    }
  }

  std::vector<MetricSeries> series() {
    if (series_.empty()) {
      throw InputError(file_, {}, "holds no samples, expected lines under kernel, time_ms and metrics");
    }
    for (const auto& [kernel, samples] : kernels_) {
      series_[samples.series].every = even_step(kernel, samples);
    }
    return std::move(series_);
  }

 private:
  [[noreturn]] void refuse(std::uint32_t line, std::uint32_t column, const std::string& what) const {
    throw InputError(file_, {.line = line, .column = column}, what);
  }

  void take_names(const std::vector<CsvField>& fields, std::uint32_t line) {
    for (std::size_t place = 0; place < fields.size(); ++place) {
      const CsvField& field = fields[place];
      if (field.text.empty()) {
        refuse(line, field.column, "an empty name, expected that of a column");
      }
      if (std::find(names_.begin(), names_.end(), field.text) != names_.end()) {
        refuse(line, field.column, fmt::format("{} stands here twice, expected it once", in_quotes(field.text)));
      }
      names_.push_back(field.text);
      const auto* time =
          std::find_if(kTimes.begin(), kTimes.end(), [&](const TimeColumn& each) { return each.name == field.text; });
      if (field.text == kKernel) {
        kernel_ = place;
      } else if (time == kTimes.end()) {
        metrics_.push_back(place);
      } else if (time_) {
        refuse(line, field.column,
               fmt::format("{} beside {}, expected one time", in_quotes(field.text), in_quotes(names_[*time_])));
      } else {
        time_ = place;
        milliseconds_ = time->milliseconds;
      }
    }
    if (!kernel_ || !time_ || metrics_.empty()) {
      refuse(line, 1,
             fmt::format("no column {}, expected kernel, a time (time_s, time_ms, time_us, time_ns) and metrics",
                         !kernel_ ? "kernel"
                         : !time_ ? "of times"
                                  : "of a metric"));
    }
  }

  void take_sample(const std::vector<CsvField>& fields, std::uint32_t line) {
    if (fields.size() != names_.size()) {
      refuse(line, fields.size() > names_.size() ? fields[names_.size()].column : 1,
             fmt::format("{} fields, expected {} as above", fields.size(), names_.size()));
    }
    const CsvField& name = fields[*kernel_];
    if (name.text.empty()) {
      refuse(line, name.column, "an empty field, expected the name of a kernel");
    }
    const auto [found, is_new] = kernels_.try_emplace(name.text, Samples{.series = series_.size()});
    if (is_new) {
      MetricSeries& added = series_.emplace_back(MetricSeries{.kernel = name.text});
      std::transform(metrics_.begin(), metrics_.end(), std::back_inserter(added.metrics),
                     [&](std::size_t place) { return names_[place]; });
      added.samples.resize(metrics_.size());
    }
    Samples& samples = found->second;
    const double time = number(fields[*time_], line) * milliseconds_;
    if (!samples.times.empty() && !(time > samples.times.back())) {
      refuse(line, fields[*time_].column,
             fmt::format("{} is not after the sample before it of {}, expected times that increase",
                         in_quotes(fields[*time_].text), in_quotes(name.text)));
    }
    samples.times.push_back(time);
    samples.marks.push_back({.line = line, .column = fields[*time_].column});
    for (std::size_t metric = 0; metric < metrics_.size(); ++metric) {
      series_[samples.series].samples[metric].push_back(number(fields[metrics_[metric]], line));
    }
  }

  double number(const CsvField& field, std::uint32_t line) const {
    double value = 0;
    const char* const end = field.text.data() + field.text.size();
    const auto [stop, error] = std::from_chars(field.text.data(), end, value);
    if (stop != end || error != std::errc{} || !(value >= 0 && value <= kLargestSample)) {
      refuse(line, field.column,
             fmt::format("{} is not a number that fits, expected 0 to {}", in_quotes(field.text), kLargestSample));
    }
    return std::abs(value);  // no -0
  }

  Millis even_step(const std::string& kernel, const Samples& samples) const {
    if (samples.times.size() < 2) {
      refuse(samples.marks.front().line, samples.marks.front().column,
             fmt::format("the only sample of {}, expected two or more", in_quotes(kernel)));
    }
    std::vector<double> steps;
    for (std::size_t i = 1; i < samples.times.size(); ++i) {
      steps.push_back(samples.times[i] - samples.times[i - 1]);
    }
    const double every = stats::median(steps);
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (!(std::abs(steps[i] - every) <= kMostOff * every)) {
        refuse(samples.marks[i + 1].line, samples.marks[i + 1].column,
               fmt::format("{:g} ms after the sample before it of {}, expected about {:g} ms as between the others",
                           steps[i], in_quotes(kernel), every));
      }
    }
    return Millis{every};
  }

  std::string file_;
  std::vector<std::string> names_;
  std::optional<std::size_t> kernel_;
  std::optional<std::size_t> time_;
  double milliseconds_ = 1;
  std::vector<std::size_t> metrics_;
  std::map<std::string, Samples> kernels_;
  std::vector<MetricSeries> series_;
};

std::vector<MetricSeries> series_of(const Text& text) {
  MetricTable table(text.file);
  each_csv_line(text.bytes, [&](std::string_view line, std::uint32_t number) { table.take(line, number); });
  return table.series();
}

}  // namespace

std::vector<MetricSeries> read_metric_samples(const std::filesystem::path& file) {
  return series_of(read_text(file, Fifo::awaited));
}

std::vector<MetricSeries> read_metric_samples(std::istream& stream, const std::string& file_name) {
  return series_of(read_text(stream, file_name));
}

}  // namespace warpshop::io
