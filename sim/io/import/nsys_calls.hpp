#pragma once

#include <vector>

#include "sim/io/import/nsys_ids.hpp"
#include "sim/io/import/nsys_names.hpp"
#include "sim/io/import/sqlite_file.hpp"
#include "sim/model/recorded_trace.hpp"

namespace warpshop::io {

/// Calls of the host to CUDA, by start. One that was recorded twice, as what the program called and as what CUPTI saw
/// of it (same thread, same correlation, one within the other), stands there once, as the outer of them. Throws
/// InputError.
std::vector<RecordedCall> read_nsys_calls(const SqliteFile& file, NsysIds& ids, NsysNames& names);

/// NVTX ranges, by start. Left out: those that did not end, and those without a name. Throws InputError.
std::vector<RecordedSpan> read_nsys_spans(const SqliteFile& file, NsysIds& ids, NsysNames& names);

}  // namespace warpshop::io
