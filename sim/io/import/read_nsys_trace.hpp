#pragma once

#include <filesystem>

#include "sim/io/import/recorded_trace.hpp"

namespace warpshop::io {

/// Reads a recording of Nsight Systems that was exported to SQLite (`nsys export --type sqlite`), of version 2021 or
/// later, or a database of nvprof (`nvprof --export-profile FILE`), which is SQLite as it is. Times count from its own
/// origin. Tables and columns that an export lacks leave their fields empty; nothing of its environment, users, paths
/// and process output is read. A damaged or hostile file is refused as well as any other that cannot be used: throws
/// InputError that names the file, and table and row where there is one. Takes memory for what it returns, and time in
/// proportion to the file.
RecordedTrace read_nsys_trace(const std::filesystem::path& file);

}  // namespace warpshop::io
