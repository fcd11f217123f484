#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "sim/files/own_files.hpp"

namespace warpshop::cli {

/// What --output names standard output; `./-` is a file of that name.
inline constexpr std::string_view kStandardOutput = "-";

/// A file that a command is asked to write, and by which option; an empty file: the option was not given.
struct WrittenFile {
  std::string_view option;
  std::string file;
  files::FileKind kind = files::FileKind::result;  ///< of the file that it may replace
};

/// Throws InputError if two options name the same file, or if one names a file that is read. Whatever is written in
/// place, such as /dev/null, may be named twice.
void check_written_files(const std::vector<WrittenFile>& written, const std::vector<std::filesystem::path>& read);

/// The files that find_devices() reads for this list: none for a shipped profile.
std::vector<std::filesystem::path> device_files(std::string_view device);

}  // namespace warpshop::cli
