#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "sim/files/file_buffer.hpp"
#include "sim/io/json/journal_line.hpp"

namespace warpshop::files {

/// What was measured, as far as the workload and the command say it: what is kept must agree with it.
struct JournalShape {
  std::size_t plans = 0;
  std::size_t samples = 0;          ///< of a plan or rival, at most
  std::vector<std::string> rivals;  ///< names
  std::size_t tasks = 0;
};

/// A file that keeps what was measured, workload by workload, so that a run that was interrupted goes on where it was:
/// a line `warpshop.journal/1` each, appended as a whole. A last line that an interruption cut short is taken off when
/// the next is appended. A file that is no journal is never written to. While there is one of a file, there is no
/// other, in this process or in another.
class MeasurementJournal {
 public:
  /// Reads the file if there is one, and makes it if there is none. Throws InputError: it cannot be read or written, is
  /// no regular file, is larger than 64 MiB, is in use, a line that is none (with its line and column, see
  /// parse_journal_line()).
  explicit MeasurementJournal(std::filesystem::path file);

  /// What was measured under that key; nullptr: nothing yet. Throws InputError, with its line and column, if that is
  /// not of the shape.
  const MeasuredSamples* find(const std::string& key, const JournalShape& shape) const;
  /// Keeps it. Throws std::runtime_error if it cannot be written.
  void append(const std::string& key, const MeasuredSamples& samples);

 private:
  struct Entry {
    MeasuredSamples samples;
    std::uint32_t line = 0;  ///< from 1
  };
  void open();
  void read(std::string_view text);
  [[noreturn]] void fail_to_write(int error) const;

  std::filesystem::path file_;
  FileBuffer buffer_;  ///< of the file, which it keeps locked
  std::map<std::string, Entry> known_;
  std::uint32_t lines_ = 0;
  std::size_t cut_at_ = 0;  ///< where a line starts that was cut short
  bool is_cut_ = false;
  bool lacks_line_end_ = false;
};

}  // namespace warpshop::files
