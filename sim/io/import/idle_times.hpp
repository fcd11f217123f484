#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "sim/io/import/host_clock.hpp"
#include "sim/io/import/recorded_trace.hpp"
#include "sim/model/import_report.hpp"

namespace warpshop::io {

/// In which no command of the GPU ran.
struct IdleTime {
  TimeSpan span;
  std::uint32_t before = kNone;  ///< the command that ended; kNone: the start of the recording
  std::uint32_t after = 0;       ///< the command that began
};

/// From the origin of the recording to its last command, by start.
std::vector<IdleTime> idle_times(const RecordedTrace& trace, std::chrono::nanoseconds origin);

/// How much of them lies in any of these spans, which may overlap.
std::chrono::nanoseconds idle_within(const std::vector<IdleTime>& idle, std::vector<TimeSpan> spans);

/// Why the command that began had not done so before; issued: its own.
IdleReason reason_of(const IdleTime& idle, const Issued& issued);

}  // namespace warpshop::io
