#pragma once

#include <cstddef>
#include <vector>

#include "sim/io/import/nsys_ids.hpp"
#include "sim/io/import/nsys_names.hpp"
#include "sim/io/import/sqlite_file.hpp"
#include "sim/model/recorded_trace.hpp"

namespace warpshop::io {

/// `left_out`: as of RecordedTrace.
struct NsysCallList {
  std::vector<RecordedCall> calls;
  std::size_t left_out = 0;
};
struct NsysSpanList {
  std::vector<MarkedSpan> spans;
  std::size_t left_out = 0;
};

/// Calls of the host to CUDA, by start; nvprof writes them as numbers. One that was recorded twice, as what the program
/// called and as what CUPTI saw of it (same thread, same correlation, one within the other), stands there once, as the
/// outer of them. Throws InputError.
NsysCallList read_nsys_calls(const SqliteFile& file, NsysIds& ids, NsysNames& names);

/// NVTX ranges, by start. Left out: those that did not end, and those without a name. Throws InputError.
NsysSpanList read_nsys_spans(const SqliteFile& file, NsysIds& ids, NsysNames& names);

}  // namespace warpshop::io
