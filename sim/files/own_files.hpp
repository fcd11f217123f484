#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace warpshop::files {

/// What is written to a file, and so what may be replaced there: a result (JSON, CSV, a table, a Chrome trace, a
/// report, raw samples), the profile of a device, an imported workload, points of a sweep, or its manifest, of which
/// the first stays that comes there.
enum class FileKind : std::uint8_t { result, profile, points, workload, manifest };

/// The first line of an imported workload; without it the file is its user's.
inline constexpr std::string_view kImportedHeading =
    "# Imported by warpshop, which replaces this file if it imports to it again. Take this line out to keep changes.\n";

/// Whether a text is the start of a result that this program wrote: as files of a format open (result/format.hpp), in
/// JSON with the schema of a result, so no input, manifest or journal; a Chrome trace; a report in HTML; CSV with the
/// columns of ours (result/csv_columns.hpp).
bool is_result(std::string_view text);

/// Whether what is at `target` may be replaced by a file of the kind: nothing is there, or it is empty, or it is of the
/// kind itself; points and imported workloads are known by how they open; for a manifest anything, as it replaces
/// nothing. A profile is one that can be read, or that opens as calibrate and --learn write it. What cannot be read may
/// not be replaced.
bool is_replaceable(const std::filesystem::path& target, FileKind kind);

/// For errors: what is wrong with a file that is_replaceable() refuses, and what was expected.
std::string what_is_expected(FileKind kind);

}  // namespace warpshop::files
