#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

#include "sim/model/metric_series.hpp"

namespace warpshop::io {

/// Reads samples of a profiler, comma-separated: a line of names, then a line a sample. One column is `kernel`, one the
/// time, `time_s`, `time_ms`, `time_us` or `time_ns`; all others, at least one, are metrics: numbers ≥ 0, at most 1e30.
/// A kernel has two samples or more; its times increase, by steps of which none is off by more than half from their
/// median (a series is even: S2 multiplies what stands at the same place). Lines that start with '#' and empty ones are
/// skipped. At most 64 MiB. Throws InputError at the line and column of what is wrong; without a line where there are
/// no samples.
std::vector<MetricSeries> read_metric_samples(const std::filesystem::path& file);
std::vector<MetricSeries> read_metric_samples(std::istream& stream, const std::string& file_name);

}  // namespace warpshop::io
