#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/io/import/host_clock.hpp"
#include "sim/io/import/job_pattern.hpp"
#include "sim/model/recorded_trace.hpp"

namespace warpshop::io {

/// By command: the name of the job that it is part of; empty: none. A job is a span that the program marked and whose
/// name matches somewhere; commands belong to the innermost such span of their process in which they were issued, spans
/// of one name are numbered. Without a pattern: the steps of the PyTorch profiler where there are any; else what was
/// issued between two calls after which the GPU had nothing left to do, `job-1`, `job-2`, ….
std::vector<std::string> cut_jobs(const RecordedTrace& trace, const HostTimes& times,
                                  const std::optional<JobPattern>& pattern);

}  // namespace warpshop::io
