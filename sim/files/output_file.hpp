#pragma once

#include <array>
#include <chrono>
#include <filesystem>
#include <optional>
#include <ostream>
#include <streambuf>

#include <zlib.h>

#include "sim/files/file_buffer.hpp"
#include "sim/files/own_files.hpp"

namespace warpshop::files {

/// Hands on to another buffer what is written, as gzip (RFC 1952), without a time: the same bytes give the same file.
class GzipBuffer : public std::streambuf {
 public:
  /// Throws std::bad_alloc.
  explicit GzipBuffer(std::streambuf& sink);
  GzipBuffer(const GzipBuffer&) = delete;
  GzipBuffer& operator=(const GzipBuffer&) = delete;
  ~GzipBuffer() override;

  /// Ends the file, once; false: the sink does not take it.
  bool finish();

 protected:
  int_type overflow(int_type character) override;
  /// Nothing is flushed before the end: that would cost compression.
  int sync() override { return 0; }

 private:
  bool compress(int flush);

  std::streambuf& sink_;
  z_stream zlib_{};
  std::array<char, 1 << 16> plain_{};
  std::array<char, 1 << 16> packed_{};
};

/// How long a named pipe is waited for that nobody reads yet.
inline constexpr std::chrono::milliseconds kReaderPatience{5000};

/// A file that is written whole or not at all: what is written goes to a temporary beside the target, which commit()
/// renames over it. A file that is not ours is never replaced (see is_replaceable()). A link is kept and what it names
/// is replaced; permissions of an existing target are kept. Devices, pipes, and standard output by its name
/// (/dev/stdout, /dev/fd/1, /proc/self/fd/1) are written in place. What is named .gz is compressed. Temporaries that a
/// killed process left there are removed.
class OutputFile {
 public:
  /// Throws InputError with the path: no such folder, no permission, a directory, a file there that is not of the kind,
  /// a named pipe that nobody reads within `patience`.
  explicit OutputFile(const std::filesystem::path& target, FileKind kind = FileKind::result,
                      std::chrono::milliseconds patience = kReaderPatience);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  /// Removes the temporary if there was no commit().
  ~OutputFile();

  std::ostream& stream() { return stream_; }
  /// Whether it is a device, a pipe or the like, and no file of its own.
  bool is_in_place() const { return target_.empty(); }
  /// Flushes and syncs: nothing is left to be written after it. Who has several files calls it for all of them before
  /// any commit(), so that none is there without the others. Throws std::runtime_error with the path if anything could
  /// not be written, or a file that is not ours has come there since.
  void finish();
  /// Finishes it if that has not been done, and renames; of manifests the first stays. Throws std::runtime_error with
  /// the path.
  void commit();

 private:
  void open_in_place();
  void open_pipe(std::chrono::milliseconds patience);
  void open_temporary();
  bool create_temporary();
  bool put_in_place() const;
  [[noreturn]] void fail_to_open(int error) const;
  [[noreturn]] void fail_to_write(int error) const;

  std::filesystem::path shown_;   ///< as the user wrote it
  std::filesystem::path target_;  ///< links followed
  FileKind kind_;
  std::filesystem::path temporary_;  ///< empty: written in place, or done
  FileBuffer buffer_;
  std::optional<GzipBuffer> gzip_;
  bool finished_ = false;
  std::ostream stream_{&buffer_};
};

/// What a path names by links, one after another, whether that exists or not; of a loop one of its links.
std::filesystem::path link_target(const std::filesystem::path& path);

/// Removes the temporaries of the OutputFiles that are open, of four at once at the most. Async-signal-safe.
void remove_open_temporaries() noexcept;

}  // namespace warpshop::files
