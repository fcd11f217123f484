#pragma once

#include <memory>
#include <ostream>
#include <string>

#include "cli/common_options.hpp"
#include "sim/files/output_file.hpp"
#include "sim/result/format.hpp"

namespace warpshop::cli {

/// What a table in a file stands under: format::Table::kOpening, by which the file may be replaced later; or nothing,
/// for what its reader goes on to edit.
enum class Heading : bool { none, of_table };

/// Where a command's data go: a file that appears whole or not at all, or standard output.
class Output {
 public:
  /// Throws InputError if the file cannot be opened, or is there and not ours.
  explicit Output(const OutputOptions& options, Heading heading = Heading::of_table);

  std::ostream& stream();
  bool on_terminal() const;
  /// For tables: a terminal that takes escape sequences (TERM is not `dumb`), and NO_COLOR is not set.
  bool colour() const;
  /// For tables: colour(), and as wide as the terminal, or as COLUMNS where there is none; in a file, or where nobody
  /// says how wide, there is no limit. Orders are cut on a terminal alone; timelines are drawn there, and wherever
  /// OutputOptions::gantt asks for it.
  format::Table style() const;
  /// What the next result is printed as; each is told whether it is the first.
  format::Any next_format();
  /// Call at the end. Throws std::runtime_error if not everything could be written.
  void commit();

 private:
  std::unique_ptr<files::OutputFile> file_;
  format::Any format_;
  bool gantt_;
  bool first_ = true;
};

/// Throws std::runtime_error if not everything could be written to standard output.
void check_standard_output();

/// A line on standard error, unless quiet; shown as printable().
void note(const OutputOptions& options, const std::string& text);

/// What a command is doing, on one line of standard error that goes away again; only on a terminal
/// that takes escape sequences, and not if quiet.
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
