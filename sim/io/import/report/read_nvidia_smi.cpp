#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sim/io/device/chips.hpp"
#include "sim/io/import/report/read_reports.hpp"
#include "sim/io/import/report/report_lines.hpp"
#include "sim/model/quantity.hpp"
#include "sim/model/utf8.hpp"

namespace warpshop::io {
namespace {

constexpr std::string_view kSmiSource = "nvidia-smi -q";
constexpr std::string_view kNotSaid = "N/A";

/// A value of a section: `Max : 5` below `PCIe Generation`.
struct SmiValue {
  std::string_view text;
  ReportLine line;
};

/// The values of one GPU by their sections: `PCI/GPU Link Info/PCIe Generation/Max`, the first of each path.
using SmiValues = std::map<std::string, SmiValue, std::less<>>;

/// A value that says something.
const SmiValue* find_smi(const SmiValues& values, std::string_view path) {
  const auto found = values.find(path);
  return found == values.end() || found->second.text == kNotSaid ? nullptr : &found->second;
}

std::string smi_text(const SmiValues& values, std::string_view path) {
  const SmiValue* value = find_smi(values, path);
  return value == nullptr ? "" : printable(value->text);
}

/// What nvidia-smi -q says of one GPU.
class SmiGpu {
 public:
  SmiGpu(const Text& text, const ReportedGpus& gpus, ReportedGpu& gpu, const SmiValues& values)
      : text_(text), gpus_(gpus), gpu_(gpu), values_(values) {}

  void take() {
    if (const SmiValue* name = find_smi(values_, "Product Name")) {
      gpu_.name = name->text;
    }
    take_link();
    take_memory();
    take_power();
    take_modes();
  }

 private:
  /// A whole number in front of a value, such as 16 of `16x`.
  std::int64_t number(const SmiValue& value, std::string_view unit) const {
    const std::size_t end = std::min(value.text.find_first_not_of("0123456789"), value.text.size());
    const auto whole = whole_of(value.text.substr(0, end));
    if (!whole || value.text.substr(end) != unit) {
      throw InputError(text_.file, value.line.at(value.text),
                       fmt::format("{} is no number that fits, expected one{}{}", in_quotes(value.text),
                                   unit.empty()          ? ""
                                   : unit.front() == ' ' ? " with"
                                                         : " with ",
                                   unit));
    }
    return *whole;
  }

  /// The generation is the most that GPU and host can, as an idle link slows down; the width is what it has.
  void take_link() {
    const SmiValue* generation = find_smi(values_, "PCI/GPU Link Info/PCIe Generation/Max");
    const SmiValue* width = find_smi(values_, "PCI/GPU Link Info/Link Width/Current");
    const SmiValue* widest = find_smi(values_, "PCI/GPU Link Info/Link Width/Max");
    width = width == nullptr ? widest : width;
    if (smi_text(values_, "GPU C2C Mode") == "Enabled") {
      gpu_.link = "c2c";
      gpu_.link_mark = find_smi(values_, "GPU C2C Mode")->line.at(find_smi(values_, "GPU C2C Mode")->text);
      return;
    }
    if (generation == nullptr || width == nullptr) {
      return;
    }
    const std::string link = fmt::format("pcie{}-x{}", number(*generation, ""), number(*width, "x"));
    const Mark mark = generation->line.at(generation->text);
    if (!chips().find_link(link)) {
      gpu_.unknown_link = fmt::format("PCIe {} x{}", generation->text, number(*width, "x"));
      gpu_.notes.push_back(
          fmt::format("a link of {} is none of links.yaml, so nothing is assumed of it", gpu_.unknown_link));
      return;
    }
    gpu_.link = link;
    gpu_.link_mark = mark;
    if (widest != nullptr && number(*widest, "x") > number(*width, "x")) {
      gpu_.notes.push_back(
          fmt::format("the link has {} of {} lanes, and is taken for one of {}: if it only sleeps, "
                      "print the text while something copies",
                      number(*width, "x"), number(*widest, "x"), number(*width, "x")));
    }
  }

  /// What programs can have: all but what the driver keeps.
  void take_memory() {
    const SmiValue* total = find_smi(values_, "FB Memory Usage/Total");
    if (total == nullptr) {
      return;
    }
    const SmiValue* reserved = find_smi(values_, "FB Memory Usage/Reserved");
    const std::int64_t mebibytes = number(*total, " MiB");
    const std::int64_t kept = reserved == nullptr ? 0 : number(*reserved, " MiB");
    constexpr std::int64_t kMebibyte = 1 << 20;
    if (mebibytes <= kept || mebibytes > kLargestWhole / kMebibyte) {
      throw InputError(text_.file, total->line.at(total->text),
                       fmt::format("{} is no memory that a GPU has beside {} MiB that are reserved, expected more",
                                   in_quotes(total->text), kept));
    }
    add_figure(
        gpus_, gpu_, "memory.size",
        {.value = static_cast<double>((mebibytes - kept) * kMebibyte),
         .mark = total->line.at(total->text),
         .source = fmt::format("{}, FB memory{}", kSmiSource, reserved == nullptr ? "" : " but what is reserved")});
  }

  /// No figure of a profile: that has the power of copies as well, or none.
  void take_power() {
    std::vector<std::string> said;
    for (const std::string_view section : {"GPU Power Readings", "Power Readings"}) {
      const auto say = [&](std::string_view key, std::string_view as) {
        const std::string value = smi_text(values_, fmt::format("{}/{}", section, key));
        if (!value.empty()) {
          said.push_back(fmt::format("{} {}", as, value));
        }
      };
      say("Current Power Limit", "limit");
      say("Power Limit", "limit");
      say("Default Power Limit", "limit by default");
      say("Average Power Draw", "draws on average");
      say("Instantaneous Power Draw", "draws");
      say("Power Draw", "draws");
      if (!said.empty()) {
        break;
      }
    }
    if (said.empty()) {
      return;
    }
    std::string& power = gpu_.provenance["board_power"];
    for (const std::string& part : said) {
      power.append(power.empty() ? "" : ", ").append(part);
    }
    for (const std::string_view key : {"Utilization/GPU", "Utilization/Gpu"}) {
      const std::string used = smi_text(values_, key);
      power.append(used.empty() ? "" : ", at a utilization of ").append(used);
    }
  }

  /// What limits the programs that a profile is asked about.
  void take_modes() {
    const std::string mig = smi_text(values_, "MIG Mode/Current");
    const std::string mode = smi_text(values_, "Compute Mode");
    if (!mig.empty()) {
      gpu_.provenance["mig_mode"] = mig;
    }
    if (!mode.empty()) {
      gpu_.provenance["compute_mode"] = mode;
    }
    if (mig == "Enabled") {
      gpu_.notes.emplace_back("MIG is enabled; the profile is of the whole GPU");
    }
    if (mode.find("Prohibited") != std::string::npos) {
      gpu_.notes.emplace_back("the compute mode is Prohibited: no program can use the GPU as it is set");
    } else if (mode.find("Exclusive") != std::string::npos) {
      gpu_.notes.emplace_back("the compute mode is exclusive: several processes share the GPU under MPS alone");
    }
    if (find_smi(values_, "MPS") != nullptr) {
      gpu_.provenance["mps"] = "was running";
    }
  }

  const Text& text_;
  const ReportedGpus& gpus_;
  ReportedGpu& gpu_;
  const SmiValues& values_;
};

/// The sections of a log, by how far they are indented.
class SmiText {
 public:
  explicit SmiText(const Text& text) : text_(text) {
    gpus_.file = text.file;
    gpus_.tool = ReportTool::nvidia_smi;
  }

  ReportedGpus read(Mark place) {
    each_report_line(text_, [&](const ReportLine& line) {
      if (line.number >= place.line && !ended_) {
        take(line);
      }
    });
    finish_gpu();
    sort_gpus(gpus_, place, "a GPU, such as GPU 00000000:1B:00.0");
    return std::move(gpus_);
  }

 private:
  static constexpr std::size_t kDeepest = 8;  // sections in each other; those that are read have four

  struct Section {
    std::size_t indent;
    std::string_view name;
  };

  void take(const ReportLine& line) {
    const std::string_view content = without_spaces(line.text);
    if (content.find("NVSMI LOG") != std::string_view::npos) {
      ended_ = std::exchange(begun_, true);
    }
    if (content.empty() || ended_) {
      return;
    }
    const auto indent = static_cast<std::size_t>(content.data() - line.text.data());
    const std::size_t colon = content.find(" : ");
    if (content.starts_with("GPU ") && colon == std::string_view::npos && is_bus_id(content.substr(4))) {
      finish_gpu();
      mark_ = line.at(content);
      in_gpu_ = true;
      sections_.clear();
      return;
    }
    while (!sections_.empty() && sections_.back().indent >= indent) {
      sections_.pop_back();
    }
    if (in_gpu_ && colon != std::string_view::npos) {
      take_value(line, without_spaces(content.substr(0, colon)), without_spaces(content.substr(colon + 3)));
    } else if (sections_.size() < kDeepest) {
      sections_.push_back({.indent = indent, .name = content});
    }
  }

  /// `00000000:1B:00.0`
  static bool is_bus_id(std::string_view text) {
    return text.find(':') != std::string_view::npos &&
           text.find_first_not_of("0123456789abcdefABCDEF:.") == std::string_view::npos;
  }

  void take_value(const ReportLine& line, std::string_view key, std::string_view value) {
    std::string path;
    for (const Section& section : sections_) {
      path.append(section.name).append("/");
    }
    path.append(key);
    values_.try_emplace(std::move(path), SmiValue{.text = value, .line = line});
    const bool is_server = key == "Name" && value.find("nvidia-cuda-mps-server") != std::string_view::npos;
    if (is_server || (key == "Type" && value == "M+C")) {
      values_.try_emplace("MPS", SmiValue{.text = value, .line = line});
    }
  }

  void finish_gpu() {
    if (std::exchange(in_gpu_, false)) {
      ReportedGpu& gpu = gpu_of_number(gpus_, static_cast<std::int64_t>(gpus_.gpus.size()), mark_);
      SmiGpu(text_, gpus_, gpu, values_).take();
    }
    values_.clear();
  }

  const Text& text_;
  ReportedGpus gpus_;
  bool begun_ = false;
  bool ended_ = false;  ///< another log has begun
  bool in_gpu_ = false;
  Mark mark_{1, 1};
  std::vector<Section> sections_;
  SmiValues values_;
};

}  // namespace

ReportedGpus read_nvidia_smi(const Text& text) {
  return SmiText(text).read(place_of_report(text, ReportTool::nvidia_smi));
}

}  // namespace warpshop::io
