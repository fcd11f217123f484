#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sim/io/import/cut_jobs.hpp"
#include "sim/io/import/recorded_trace.hpp"
#include "sim/model/device.hpp"
#include "sim/model/import_report.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::io {

struct ImportOptions {
  std::string name;                  ///< of the workload
  std::string device_name;           ///< of the profile, and what the workload says it was recorded on
  std::optional<JobPattern> cut;     ///< see cut_jobs()
  std::optional<std::uint32_t> gpu;  ///< of several; nothing: the one with most commands
};

struct ImportedTrace {
  Workload workload;  ///< a task for each command, by start
  Device device;      ///< what the trace shows of it
  ImportReport report;
};

/// Each command becomes a task of one stage, after the command before it in its stream, those whose events its stream
/// waited for, and those that the host waited for before it issued it, with the host's time since as a lag. What a
/// command waited beyond all of that, while neither its stream nor its engine had anything to do, is part of these
/// lags. Copies within the GPU, memsets and graphs occupy the compute engine, the first two as memory-bound kernels of
/// one CTA on each SM; peer copies, and pages that move, a copy engine (see find_migration_causes() for what these
/// follow). Of several processes each is a family, `process-1`, `process-2`, …. Throws InputError: no command at all,
/// or none of the GPU that is asked for.
ImportedTrace import_trace(RecordedTrace trace, const ImportOptions& options);

}  // namespace warpshop::io
