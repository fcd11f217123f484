#include "cli/report_file.hpp"

#include <algorithm>
#include <iterator>
#include <sstream>
#include <system_error>

#include "cli/command_line.hpp"
#include "cli/result_origin.hpp"
#include "sim/files/text_key.hpp"
#include "sim/io/device/device_yaml.hpp"
#include "sim/io/yaml/document_text.hpp"
#include "sim/model/utf8.hpp"
#include "sim/report/html/device_sections.hpp"

namespace warpshop::cli {

ReportFile::ReportFile(const CLI::App* command) : asked_(command != nullptr) {
  if (asked_) {
    origin_.command = command_line(*command);
    origin_.version = version();
  }
}

void ReportFile::add(report::html::Chapter chapter) {
  if (asked()) {
    chapters_.push_back(std::move(chapter));
  }
}

void ReportFile::made_from(const std::string& name, const std::string& content) {
  const bool known = std::any_of(origin_.inputs.begin(), origin_.inputs.end(),
                                 [&](const report::html::PageInput& input) { return input.name == name; });
  if (asked() && !known) {
    origin_.inputs.push_back({.name = name, .key = files::text_key(content)});
  }
}

void ReportFile::made_from(const std::filesystem::path& file) {
  std::error_code error;
  if (asked() && std::filesystem::is_regular_file(file, error)) {  // and not standard input
    made_from(as_utf8(file.string()), io::read_text(file).bytes);
  }
}

void ReportFile::made_from(std::span<const Device> devices) {
  for (const Device& device : devices) {
    if (asked() && std::find(devices_.begin(), devices_.end(), device) == devices_.end()) {
      std::ostringstream text;
      io::write_device(text, device);
      made_from("profile " + device.name, text.str());
      devices_.push_back(device);
    }
  }
}

void ReportFile::write(std::ostream& out) const {
  std::vector<report::html::Section> appendix;
  for (const Device& device : devices_) {
    std::vector<report::html::Section> sections = report::html::device_sections(device);
    std::move(sections.begin(), sections.end(), std::back_inserter(appendix));
  }
  report::html::write_page(out, chapters_, appendix, origin_);
}

}  // namespace warpshop::cli
