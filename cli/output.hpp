#pragma once

#include <memory>
#include <ostream>
#include <string>

#include "cli/common_options.hpp"
#include "sim/io/output_file.hpp"

namespace warpshop::cli {

/// Where a command's data go: a file that appears whole or not at all, or standard output.
class Output {
 public:
  /// Throws InputError if the file cannot be opened.
  explicit Output(const OutputOptions& options);

  std::ostream& stream();
  /// For tables: a terminal, and NO_COLOR is not set.
  bool colour() const;
  /// Call at the end. Throws std::runtime_error if not everything could be written.
  void commit();

 private:
  std::unique_ptr<io::OutputFile> file_;
};

/// A line on standard error, unless quiet.
void note(const OutputOptions& options, const std::string& text);

/// What a command is doing, on one line of standard error that goes away again; only on a terminal, and not if quiet.
class Progress {
 public:
  explicit Progress(const OutputOptions& options);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress() { clear(); }

  void show(const std::string& text);
  void clear();
  /// Whether show() shows anything.
  bool enabled() const { return enabled_; }

 private:
  bool enabled_;
  bool shown_ = false;
};

}  // namespace warpshop::cli
