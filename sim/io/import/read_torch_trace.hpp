#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>

#include "sim/io/import/recorded_trace.hpp"

namespace warpshop::io {

/// Reads a trace of the PyTorch profiler (Kineto): Chrome trace JSON, an object with `traceEvents` or the array alone,
/// plain or gzip, whatever the file is called. It is read in portions: memory is that of the result, and some MB.
///
/// Of the recording: kernels, copies and memsets; calls of the CUDA runtime and driver, with what `cuda_sync` and
/// `cuda_event` say of them; annotations of the user; properties of the GPUs. Names are printable() text. Times are
/// nanoseconds from the earliest of these; resolution is 1 us where all of them are whole microseconds.
///
/// Throws InputError with the place where there is one: damaged or too much gzip or JSON, a time or size out of range,
/// a copy whose direction is not known, nothing of a GPU in it.
RecordedTrace read_torch_trace(std::istream& stream, const std::string& file_name);

/// The same of a file. Throws InputError without a line if it cannot be opened or is a directory.
RecordedTrace read_torch_trace(const std::filesystem::path& file);

}  // namespace warpshop::io
