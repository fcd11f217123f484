#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sim/files/output_file.hpp"
#include "sim/model/device.hpp"
#include "sim/report/html/chapter.hpp"
#include "sim/report/html/page.hpp"

namespace CLI {
class App;
}

namespace warpshop::cli {

/// --report: a page in HTML beside a command's output.
struct ReportOptions {
  std::string file;                   ///< empty: none
  const CLI::App* command = nullptr;  ///< that it is a report of; outlives the options

  explicit operator bool() const { return !file.empty(); }
};

void add_report_option(CLI::App& command, ReportOptions& options);

/// The page that a command was asked for, or none: what a command adds is dropped then. It is written whole or not at
/// all.
class ReportFile {
 public:
  /// Throws InputError if the file cannot be opened, or is there and not ours.
  explicit ReportFile(const ReportOptions& options);

  /// Whether there is a page: what is costly to make need not be made without.
  bool asked() const { return file_.has_value(); }
  void add(report::html::Chapter chapter);
  /// What figures were made from: a file by its content, a profile with its settings by what it says. Each once.
  void made_from(const std::filesystem::path& file);
  void made_from(const std::string& name, const std::string& content);
  /// Names the profiles, and describes each at the end of the page.
  void made_from(std::span<const Device> devices);
  /// Writes it. Throws std::runtime_error if it could not be written.
  void commit();

 private:
  std::optional<files::OutputFile> file_;
  std::vector<report::html::Chapter> chapters_;
  std::vector<Device> devices_;
  report::html::PageOrigin origin_;
};

}  // namespace warpshop::cli
