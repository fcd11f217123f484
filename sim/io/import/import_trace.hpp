#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <regex>
#include <string>
#include <string_view>

#include "sim/model/device.hpp"
#include "sim/model/recorded_trace.hpp"
#include "sim/model/units.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::io {

struct ImportOptions {
  std::string name;                  ///< of the workload
  std::string device_name;           ///< of the profile, and what the workload says it was recorded on
  std::optional<std::regex> jobs;    ///< see cut_jobs()
  std::optional<std::uint32_t> gpu;  ///< of several; nothing: the one with most commands
};

/// How much of what was in a recording, and what had to be supposed.
struct ImportReport {
  std::map<std::string_view, std::size_t> commands;  ///< by what they are
  Millis span{0};     ///< from the first call that issues a command to the end of the last command
  Millis busy{0};     ///< in which some command ran
  Millis blocked{0};  ///< in which a thread of the host waited for the GPU
  std::size_t jobs = 0;
  std::size_t threads = 0;             ///< lines of execution of the host
  std::size_t other_gpus = 0;          ///< commands of other GPUs, which are left out
  std::size_t uncalled = 0;            ///< commands whose call was not recorded
  std::size_t unknown_memory = 0;      ///< copies of which nobody says whether the memory is pinned; taken for that
  std::size_t replaced = 0, kept = 0;  ///< see SoloDurations
  std::size_t guessed_events = 0, guessed_calls = 0;  ///< see RecordedWaits
};

struct ImportedTrace {
  Workload workload;  ///< a task for each command, by start
  Device device;      ///< what the trace shows of it
  ImportReport report;
};

/// Each command becomes a task of one stage, after the command before it in its stream, those whose events its stream
/// waited for, and those that the host waited for before it issued it, with the host's time since as a lag. What a
/// command waited beyond all of that, while neither its stream nor its engine had anything to do, is part of these
/// lags. Copies within the GPU, memsets and graphs occupy the compute engine; peer copies, and pages that move, a copy
/// engine. Throws InputError: no command at all, or none of the GPU that is asked for.
ImportedTrace import_trace(const RecordedTrace& trace, const ImportOptions& options);

}  // namespace warpshop::io
