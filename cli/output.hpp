#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <ostream>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/common_options.hpp"
#include "sim/files/output_file.hpp"
#include "sim/model/device.hpp"
#include "sim/model/note.hpp"
#include "sim/report/html/chapter.hpp"
#include "sim/report/html/page.hpp"
#include "sim/result/format.hpp"

namespace CLI {
class App;
}

namespace warpshop::cli {

/// --report: the page in HTML that a command was asked for, or none: what a command adds is dropped then.
class ReportFile {
 public:
  /// command: that it is a report of; nullptr: there is no page.
  explicit ReportFile(const CLI::App* command);

  /// Whether there is a page: what is costly to make need not be made without.
  bool asked() const { return asked_; }
  void add(report::html::Chapter chapter);
  /// What figures were made from: a file by its content, a profile with its settings by what it says. Each once.
  void made_from(const std::filesystem::path& file);
  void made_from(const std::string& name, const std::string& content);
  /// Names the profiles, and describes each at the end of the page.
  void made_from(std::span<const Device> devices);
  void write(std::ostream& out) const;

 private:
  bool asked_;
  std::vector<report::html::Chapter> chapters_;
  std::vector<Device> devices_;
  report::html::PageOrigin origin_;
};

/// What a table in a file stands under: format::Table::kOpening, by which the file may be replaced later; or nothing,
/// for what its reader goes on to edit.
enum class Heading : bool { none, of_table };

/// All that a command writes: its data, to a file or to standard output, and the files beside it, each of which appears
/// whole or not at all.
class Output {
 public:
  /// Throws InputError if a file cannot be opened, is there and not ours, is named twice, or is one of those that the
  /// command reads.
  explicit Output(const OutputOptions& options, const std::vector<std::filesystem::path>& read = {},
                  Heading heading = Heading::of_table);

  std::ostream& stream();
  /// Of the file that an option names beside the output; nullptr: it was not given.
  std::ostream* file(std::string_view option);
  ReportFile& report() { return report_; }
  const ReportFile& report() const { return report_; }
  bool on_terminal() const;
  /// For tables: a terminal that takes escape sequences (TERM is not `dumb`), and NO_COLOR is not set.
  bool colour() const;
  /// For tables: colour(), and as wide as the terminal, or as COLUMNS where there is none; in a file, or where nobody
  /// says how wide, there is no limit. Orders are cut on a terminal alone; timelines are drawn there, and wherever
  /// OutputOptions::gantt asks for it.
  format::Table style() const;
  /// Where the next result goes and as what: to stream() in the command's format, and to the files of --json and --csv.
  /// Each format is told whether it is the first.
  void for_next_result(const std::function<void(std::ostream& out, const format::Any& format)>& print);
  /// Call at the end: writes the report, and puts every file in its place, once all of them could be written: a file
  /// is not there without the others. Whether standard output took what it was given is looked at then. Throws
  /// std::runtime_error if not everything could be written.
  void commit();

 private:
  std::unique_ptr<files::OutputFile> file_;
  std::map<std::string_view, files::OutputFile> beside_;  ///< by option
  ReportFile report_;
  format::Any format_;
  bool gantt_;
  bool first_ = true;
};

/// Throws std::runtime_error if not everything could be written to standard output.
void check_standard_output();

/// A line on standard error, unless quiet; shown as printable().
void note(const OutputOptions& options, const std::string& text);

/// Shows what is noted, a line each on standard error, unless quiet; what says the same once is shown once.
class Notes {
 public:
  /// options outlive it.
  explicit Notes(const OutputOptions& options) : options_(options) {}

  void show(std::span<const Note> notes);

 private:
  const OutputOptions& options_;
  std::set<std::string> shown_;
};

/// What a command is doing, unless quiet: on one line of standard error that goes away again, where that is a terminal
/// that takes escape sequences; else, of what takes long, a line now and then that stays, unless WARPSHOP_PROGRESS is
/// 0.
class Progress {
 public:
  explicit Progress(const OutputOptions& options);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress() { clear(); }

  void show(const std::string& text);
  void clear();
  /// Whether show() shows whatever it is given.
  bool enabled() const { return enabled_; }

 private:
  using Clock = std::chrono::steady_clock;

  bool enabled_, in_lines_;
  bool shown_ = false;
  Clock::time_point last_line_ = Clock::now();
};

/// Characters in a line of standard output: those of the terminal, else those that COLUMNS names, else what the caller
/// takes for it. A terminal that does not say has 80.
std::size_t terminal_width(std::size_t otherwise);

}  // namespace warpshop::cli
