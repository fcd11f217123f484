#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sim/io/import/report/read_reports.hpp"
#include "sim/io/import/report/report_lines.hpp"
#include "sim/io/yaml/document.hpp"
#include "sim/model/utf8.hpp"

namespace warpshop::io {
namespace {

/// A test whose figures a profile has.
struct BandwidthTestCase {
  std::string_view name;
  Direction direction;
  std::string_view figure;
};

constexpr std::array kTestCases{BandwidthTestCase{"host_to_device_memcpy_ce", Direction::h2d, "alone"},
                                BandwidthTestCase{"device_to_host_memcpy_ce", Direction::d2h, "alone"},
                                BandwidthTestCase{"host_to_device_bidirectional_memcpy_ce", Direction::h2d, "duplex"},
                                BandwidthTestCase{"device_to_host_bidirectional_memcpy_ce", Direction::d2h, "duplex"}};

constexpr std::string_view kExpectedTests =
    "a test of copy engines between host and GPU, such as `nvbandwidth -t host_to_device_memcpy_ce`";
constexpr std::string_view kNotAvailable = "N/A";
constexpr std::string_view kDescriptionEnd = "(GB/s)";
constexpr int kGigaDigits = 9;

const BandwidthTestCase* find_test_case(std::string_view name) {
  const auto* const found =
      std::find_if(kTestCases.begin(), kTestCases.end(), [&](const auto& test) { return test.name == name; });
  return found == kTestCases.end() ? nullptr : found;
}

/// `NVIDIA H100 80GB HBM3` of `NVIDIA H100 80GB HBM3 (00000000:1b:00): (host)`.
std::string_view without_place(std::string_view device) {
  const std::size_t place = device.find(" (0000");
  return without_spaces(device.substr(0, place));
}

std::string source_of_test(std::string_view version, std::string_view test) {
  return fmt::format("nvbandwidth{}{}, {}", version.empty() ? "" : " ", version, test);
}

/// The text, line by line.
class NvbandwidthText {
 public:
  explicit NvbandwidthText(const Text& text) : text_(text) {
    gpus_.file = text.file;
    gpus_.tool = ReportTool::nvbandwidth;
  }

  ReportedGpus read(Mark place) {
    each_report_line(text_, [&](const ReportLine& line) { take(line); });
    sort_gpus(gpus_, place, kExpectedTests);
    for (ReportedGpu& gpu : gpus_.gpus) {
      if (const auto name = names_.find(gpu.number); name != names_.end()) {
        gpu.name = name->second;
      }
    }
    return std::move(gpus_);
  }

 private:
  void take(const ReportLine& line) {
    constexpr std::string_view kVersion = "nvbandwidth Version:";
    constexpr std::string_view kRunning = "Running ";
    const std::string_view content = without_spaces(line.text);
    if (content.starts_with(kVersion)) {
      version_ = printable(without_spaces(content.substr(kVersion.size())));
    } else if (content.starts_with("Device ")) {
      take_device(content);
    } else if (content.starts_with(kRunning)) {
      std::string_view name = content.substr(kRunning.size());
      name.remove_suffix(name.ends_with('.') ? 1 : 0);
      test_ = find_test_case(name);
      awaited_ = Awaited::description;
    } else if (test_ != nullptr) {
      take_of_test(line, content);
    }
  }

  /// `Device 0: NVIDIA H100 80GB HBM3 (00000000:1b:00)`
  void take_device(std::string_view content) {
    const std::size_t colon = content.find(':');
    const std::size_t start = std::string_view("Device ").size();
    if (colon != std::string_view::npos) {
      if (const auto number = whole_of(content.substr(start, colon - start))) {
        names_.try_emplace(*number, without_place(content.substr(colon + 1)));
      }
    }
  }

  /// The lines below `Running …`: a description, the numbers of the GPUs, the row of the host.
  void take_of_test(const ReportLine& line, std::string_view content) {
    if (content.starts_with("memcpy ")) {
      if (!content.starts_with("memcpy CE ") || !content.ends_with(kDescriptionEnd)) {
        throw InputError(text_.file, line.at(content),
                         fmt::format("{} is no bandwidth of copy engines in GB/s, expected that, under {}",
                                     in_quotes(content), test_->name));
      }
      awaited_ = Awaited::columns;
    } else if (awaited_ == Awaited::columns && !content.empty()) {
      take_columns(line);
    } else if (awaited_ == Awaited::row) {
      take_row(line);
      awaited_ = Awaited::end;
    } else if (awaited_ == Awaited::end && !content.empty() && whole_of(words_of(content).front())) {
      throw InputError(text_.file, line.at(content),
                       fmt::format("a second row of {}, expected one, of the host", test_->name));
    } else if (awaited_ == Awaited::end) {
      test_ = nullptr;
    }
  }

  void take_columns(const ReportLine& line) {
    columns_.clear();
    for (const std::string_view word : words_of(line.text)) {
      const auto number = whole_of(word);
      if (!number || *number >= kMostReportedGpus ||
          std::find(columns_.begin(), columns_.end(), *number) != columns_.end()) {
        throw InputError(
            text_.file, line.at(word),
            fmt::format("{} is no number of a GPU, or stood here before, expected 0, 1, 2 …", in_quotes(word)));
      }
      columns_.push_back(*number);
    }
    awaited_ = Awaited::row;
  }

  void take_row(const ReportLine& line) {
    const std::vector<std::string_view> words = words_of(line.text);
    if (words.size() != columns_.size() + 1) {
      throw InputError(text_.file, line.at(line.text),
                       fmt::format("a row of {} that does not fit the {} GPUs above it, expected the number of the "
                                   "row and a bandwidth for each",
                                   test_->name, columns_.size()));
    }
    for (std::size_t column = 0; column < columns_.size(); ++column) {
      const std::string_view word = words[column + 1];
      if (word == kNotAvailable) {
        continue;
      }
      const double value = bandwidth_of(text_, line, word, kGigaDigits);
      add_figure(gpus_, gpu_of_number(gpus_, columns_[column], line.at(word)),
                 transfer_path(Memory::pinned, test_->direction, test_->figure),
                 {.value = value, .mark = line.at(word), .source = source_of_test(version_, test_->name)});
    }
  }

  enum class Awaited : std::uint8_t { description, columns, row, end };

  const Text& text_;
  ReportedGpus gpus_;
  std::string version_;
  std::map<std::int64_t, std::string> names_;
  const BandwidthTestCase* test_ = nullptr;  ///< whose lines these are; nullptr: of no use
  Awaited awaited_ = Awaited::description;
  std::vector<std::int64_t> columns_;
};

const YamlNode* find_text(const YamlNode& map, std::string_view key) {
  const YamlNode* value = find_value(map, key);
  return value != nullptr && value->kind == NodeKind::scalar ? value : nullptr;
}

/// A test case of the JSON.
void take_test_case(const YamlNode& node, std::string_view version, ReportedGpus& gpus) {
  const YamlNode* name = find_text(node, "name");
  const BandwidthTestCase* test = name == nullptr ? nullptr : find_test_case(name->text);
  const YamlNode* matrix = find_value(node, "bandwidth_matrix");
  if (test == nullptr || matrix == nullptr) {
    return;  // another test, or one that was waived
  }
  if (const YamlNode* status = find_text(node, "status"); status != nullptr && status->text != "Passed") {
    refuse_value(*status, "is how a test with figures ended", "Passed");
  }
  const YamlNode* what = find_text(node, "bandwidth_description");
  if (what == nullptr || !what->text.ends_with(kDescriptionEnd)) {
    refuse(what == nullptr ? node : *what, "no bandwidth_description that ends in (GB/s), expected one");
  }
  const auto& rows = elements(*matrix, "rows", "one row, of the host");
  if (rows.size() != 1) {
    refuse_value(*matrix, fmt::format("has {} rows", rows.size()), "one row, of the host");
  }
  const auto& cells = elements(rows.front(), "bandwidths", "a bandwidth for each GPU");
  for (std::size_t column = 0; column < cells.size(); ++column) {
    const YamlNode& cell = cells[column];
    if (cell.text == kNotAvailable) {
      continue;
    }
    const auto value = cell.kind == NodeKind::scalar ? decimal_of(cell.text, kGigaDigits) : std::nullopt;
    if (!value || *value < 1 || *value > 1e18) {
      refuse_value(cell, "is no bandwidth", "a number of GB/s above 0");
    }
    add_figure(gpus, gpu_of_number(gpus, static_cast<std::int64_t>(column), cell.mark),
               transfer_path(Memory::pinned, test->direction, test->figure),
               {.value = *value, .mark = cell.mark, .source = source_of_test(version, test->name)});
  }
}

/// `"0: NVIDIA H100 80GB HBM3 (00000000:1b:00): (host)"`, by number.
void take_device_list(const YamlNode& root, ReportedGpus& gpus) {
  const YamlNode* list = find_value(root, "GPU Device list");
  if (list == nullptr || list->kind != NodeKind::sequence) {
    return;
  }
  for (const YamlNode& entry : list->children) {
    const std::string_view device = entry.text;
    const std::size_t colon = std::min(device.find(':'), device.size());
    const auto number = whole_of(device.substr(0, colon));
    for (ReportedGpu& gpu : gpus.gpus) {
      if (number == gpu.number && gpu.name.empty()) {
        gpu.name = without_place(device.substr(std::min(colon + 1, device.size())));
      }
    }
  }
}

ReportedGpus read_nvbandwidth_json(Text& text, Mark place) {
  constexpr std::array<std::string_view, 1> kKeys{"nvbandwidth"};
  TopLevel top_level{.schema = "", .what = "the output of nvbandwidth", .known = kKeys, .needed = kKeys};
  const YamlNode map = read_map(text, top_level);
  const YamlNode& root = *find_value(map, kKeys[0]);
  ReportedGpus gpus{.file = text.file, .tool = ReportTool::nvbandwidth, .gpus = {}};
  const YamlNode* version = find_text(root, "version");
  const YamlNode* tests = find_value(root, "testcases");
  if (tests == nullptr) {
    refuse(root, "nvbandwidth ran no test, expected `testcases`");
  }
  for (const YamlNode& test : elements(*tests, "test cases", "test cases")) {
    take_test_case(test, version == nullptr ? "" : printable(version->text), gpus);
  }
  sort_gpus(gpus, place, kExpectedTests);
  take_device_list(root, gpus);
  return gpus;
}

}  // namespace

ReportedGpus read_nvbandwidth(Text& text) {
  const Mark place = place_of_report(text, ReportTool::nvbandwidth);
  const std::size_t start = text.bytes.find_first_not_of(" \t\r\n");
  return text.bytes[start] == '{' ? read_nvbandwidth_json(text, place) : NvbandwidthText(text).read(place);
}

}  // namespace warpshop::io
