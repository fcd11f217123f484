#pragma once

#include "sim/io/import/nsys_ids.hpp"
#include "sim/io/import/recorded_trace.hpp"
#include "sim/io/import/sqlite_file.hpp"

namespace warpshop::io {

/// Calls of the host to CUDA, by start; nvprof writes them as numbers. One that was recorded twice, as what the program
/// called and as what CUPTI saw of it (same thread, same correlation, one within the other), stands there once, as the
/// outer of them. What calls with streams and events are about is told by the tables of synchronisations and of
/// recorded events, where an export has them. Counts what is left out. Throws InputError.
void read_nsys_calls(const SqliteFile& file, NsysIds& ids, RecordedTrace& trace);

/// NVTX ranges, by start. Left out: those that did not end, and those without a name. Throws InputError.
void read_nsys_spans(const SqliteFile& file, NsysIds& ids, RecordedTrace& trace);

}  // namespace warpshop::io
