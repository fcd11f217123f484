#pragma once

#include "sim/io/import/nsys_ids.hpp"
#include "sim/io/import/recorded_trace.hpp"
#include "sim/io/import/sqlite_file.hpp"

namespace warpshop::io {

/// What ran on GPUs: kernels, copies, memsets, pages of unified memory that moved, and graphs that were recorded as a
/// whole; of Nsight Systems as well as of nvprof, which has further tables. Left out: copies within the memory of the
/// host, which no engine does, and what has no times. By start; of equal starts kernels, copies, memsets, graphs, each
/// as recorded; counts what stood there again. Throws InputError.
void read_nsys_commands(const SqliteFile& file, NsysIds& ids, RecordedTrace& trace);

}  // namespace warpshop::io
