#pragma once

#include <filesystem>
#include <ostream>
#include <string>

#include "sim/io/file_buffer.hpp"

namespace warpshop::io {

/// A file that is written whole or not at all: what is written goes to a temporary beside the target, which commit()
/// renames over it. A link is kept and what it names is replaced; permissions of an existing target are kept. Devices,
/// pipes and whatever lies below /dev and /proc are written in place.
class OutputFile {
 public:
  /// Throws InputError with the path: no such folder, no permission, a directory.
  explicit OutputFile(const std::filesystem::path& target);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  /// Removes the temporary if there was no commit().
  ~OutputFile();

  std::ostream& stream() { return stream_; }
  /// Flushes, syncs and renames. Throws std::runtime_error with the path if anything could not be written.
  void commit();

 private:
  void open_in_place();
  void open_temporary();
  [[noreturn]] void fail_to_open(int error) const;
  [[noreturn]] void fail_to_write(int error) const;

  std::filesystem::path shown_;      ///< as the user wrote it
  std::filesystem::path target_;     ///< links followed
  std::filesystem::path temporary_;  ///< empty: written in place, or done
  FileBuffer buffer_;
  std::ostream stream_{&buffer_};
};

/// Removes the temporaries of the OutputFiles that are open, of four at once at the most. Async-signal-safe.
void remove_open_temporaries() noexcept;

}  // namespace warpshop::io
