#pragma once

#include <filesystem>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "sim/model/device.hpp"
#include "sim/report/html/chapter.hpp"
#include "sim/report/html/page.hpp"

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

}  // namespace warpshop::cli
