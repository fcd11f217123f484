#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "sim/io/import/host_clock.hpp"
#include "sim/io/import/modelled_times.hpp"
#include "sim/io/import/recorded_trace.hpp"
#include "sim/io/import/recorded_waits.hpp"
#include "sim/io/import/trace_profile.hpp"
#include "sim/model/import_report.hpp"
#include "sim/model/units.hpp"

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

/// What a command waits for, as tasks do: a release, others by their positions, and lags behind these.
struct CommandWait {
  Millis release{0};
  std::vector<std::pair<std::uint32_t, Millis>> after;
};

struct CommandWaits {
  std::vector<CommandWait> of;                    ///< by command
  GapSamples gaps;                                ///< between commands of one stream that were called early
  std::size_t uncalled = 0;                       ///< commands whose call was not recorded, but for pages that moved
  std::map<std::uint32_t, TimeSpan> unexplained;  ///< in which they waited for no recorded reason, beyond the usual gap
};

/// kernel_of: of find_migration_causes().
CommandWaits find_command_waits(const RecordedTrace& trace, const RecordedWaits& waits, const HostTimes& times,
                                const ModelledTimes& modelled, const std::vector<std::uint32_t>& kernel_of);

}  // namespace warpshop::io
