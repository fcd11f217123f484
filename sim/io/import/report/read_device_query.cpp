#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "sim/io/import/report/read_reports.hpp"
#include "sim/io/import/report/report_lines.hpp"
#include "sim/model/utf8.hpp"

namespace warpshop::io {
namespace {

/// A line that holds one whole number in front, and what it is in a profile.
struct QueryFigure {
  std::string_view key;
  std::string_view path;
  std::int64_t most;
};

constexpr std::int64_t kMostBytes = std::int64_t{1} << 53;
constexpr std::array kQueryFigures{
    QueryFigure{"Maximum number of threads per multiprocessor", "sm.threads", kLargestCount},
    QueryFigure{"Total number of registers available per block", "sm.registers", kLargestCount},
    QueryFigure{"Total shared memory per multiprocessor", "sm.shared_memory", kMostBytes},
    QueryFigure{"Total amount of shared memory per block", "cta.shared_memory", kMostBytes}};

class DeviceQueryText {
 public:
  explicit DeviceQueryText(const Text& text) : text_(text) {
    gpus_.file = text.file;
    gpus_.tool = ReportTool::device_query;
  }

  ReportedGpus read(Mark place) {
    each_report_line(text_, [&](const ReportLine& line) {
      const std::string_view content = without_spaces(line.text);
      if (!take_device(line, content) && gpu_ != nullptr) {
        take(line, content);
      }
    });
    sort_gpus(gpus_, place, "a GPU, such as Device 0: \"Tesla T4\"");
    return std::move(gpus_);
  }

 private:
  /// `Device 0: "Tesla T4"`
  bool take_device(const ReportLine& line, std::string_view content) {
    constexpr std::string_view kDevice = "Device ";
    const std::size_t quote = content.find(": \"");
    if (!content.starts_with(kDevice) || quote == std::string_view::npos || !content.ends_with('"') ||
        quote + 3 >= content.size()) {
      return false;
    }
    const auto number = whole_of(content.substr(kDevice.size(), quote - kDevice.size()));
    if (!number) {
      return false;
    }
    const std::size_t before = gpus_.gpus.size();
    gpu_ = &gpu_of_number(gpus_, *number, line.at(content));
    if (gpus_.gpus.size() == before) {
      refuse(line, content, fmt::format("a second device {}, expected the output of one run", *number));
    }
    gpu_->name = content.substr(quote + 3, content.size() - quote - 4);
    clock_ = 0;
    return true;
  }

  void take(const ReportLine& line, std::string_view content) {
    const std::size_t colon = content.find(':');
    if (colon == std::string_view::npos) {
      return;
    }
    const std::string_view key = without_spaces(content.substr(0, colon));
    const std::string_view value = without_spaces(content.substr(colon + 1));
    if (key.find(") Multiprocessors") != std::string_view::npos) {
      take_sms(line, key);
    } else if (key == "CUDA Capability Major/Minor version number") {
      take_compute_capability(line, value);
    } else if (key == "Total amount of global memory") {
      take_memory(line, value);
    } else if (key == "Memory Clock rate") {
      clock_ = first_number(value);
    } else if (key == "Memory Bus Width") {
      take_bus_width(line, value);
    } else if (key == "L2 Cache Size") {
      gpu_->provenance["l2"] = printable(value);
    } else if (key == "Concurrent copy and kernel execution") {
      take_engines(line, value);
    } else if (key == "Integrated GPU sharing Host Memory" && value == "Yes") {
      gpu_->notes.emplace_back("the GPU shares the host's memory, so what it copies crosses no link");
    } else {
      const auto* const figure = std::find_if(kQueryFigures.begin(), kQueryFigures.end(),
                                              [&](const QueryFigure& one) { return one.key == key; });
      if (figure != kQueryFigures.end()) {
        add(line, figure->path, front_word(value), figure->most);
      }
    }
  }

  /// `(132) Multiprocessors, (128) CUDA Cores/MP`, or `( 20) Multiprocessors …`
  void take_sms(const ReportLine& line, std::string_view key) {
    const std::size_t end = key.find(')');
    const std::string_view count = key.substr(0, end);
    add(line, "sm.count", without_spaces(count.substr(count.starts_with('(') ? 1 : 0)), kMostSms);
  }

  void take_compute_capability(const ReportLine& line, std::string_view value) {
    const std::size_t point = std::min(value.find('.'), value.size());
    const auto major = whole_of(value.substr(0, point));
    const auto minor = whole_of(value.substr(std::min(point + 1, value.size())));
    constexpr std::int64_t kMost = 99;
    if (!major || !minor || *major < 1 || *major > kMost || *minor > kMost || gpu_->compute_capability) {
      refuse(line, value,
             fmt::format("{} is no compute capability, or a second one, expected two numbers such as 9.0",
                         in_quotes(value)));
    }
    gpu_->compute_capability = ComputeCapability{static_cast<int>(*major), static_cast<int>(*minor)};
  }

  /// `81090 MBytes (85028896768 bytes)`
  void take_memory(const ReportLine& line, std::string_view value) {
    const std::size_t start = std::min(value.find('('), value.size());
    add(line, "memory.size", front_word(value.substr(std::min(start + 1, value.size()))), kMostBytes);
  }

  /// Two transfers a clock, as the CUDA C++ Best Practices Guide reckons the theoretical bandwidth; MHz, bits.
  void take_bus_width(const ReportLine& line, std::string_view value) {
    constexpr double kTransfersPerClock = 2;
    constexpr double kBitsPerByte = 8;
    const double bandwidth = clock_ * 1e6 * kTransfersPerClock * first_number(value) / kBitsPerByte;
    if (bandwidth >= 1 && bandwidth <= 1e18) {
      add_figure(gpus_, *gpu_, "memory.bandwidth",
                 {.value = bandwidth, .mark = line.at(value), .source = "deviceQuery, clock and width of the memory"});
    }
  }

  /// `Yes with 3 copy engine(s)`
  void take_engines(const ReportLine& line, std::string_view value) {
    constexpr std::string_view kWith = " with ";
    const std::size_t with = value.find(kWith);
    const bool overlaps = value.starts_with("Yes");
    const std::string_view count = with == std::string_view::npos ? "" : front_word(value.substr(with + kWith.size()));
    const auto engines = whole_of(count);
    if (value.starts_with("No") || engines == 0) {
      refuse(line, value,
             "copies and kernels of this GPU never run at the same time, which no profile can say, expected a GPU with "
             "a copy engine");
    }
    if (!overlaps || !engines) {
      refuse(
          line, value,
          fmt::format("{} says nothing of copy engines, expected such as Yes with 3 copy engine(s)", in_quotes(value)));
    }
    constexpr std::int64_t kThatMatter = 2;  // one for each direction
    add_figure(gpus_, *gpu_, "dma_engines",
               {.value = static_cast<double>(std::min(*engines, kThatMatter)),
                .mark = line.at(value),
                .source = fmt::format("deviceQuery, copy engines: {}", *engines)});
  }

  void add(const ReportLine& line, std::string_view path, std::string_view word, std::int64_t most) {
    const auto value = whole_of(word);
    if (!value || *value < 1 || *value > most) {
      refuse(line, word.empty() ? line.text : word,
             fmt::format("{} is no number that fits, expected 1 to {}", in_quotes(word), most));
    }
    add_figure(gpus_, *gpu_, std::string(path),
               {.value = static_cast<double>(*value), .mark = line.at(word), .source = "deviceQuery"});
  }

  static std::string_view front_word(std::string_view value) { return value.substr(0, value.find(' ')); }

  /// 0: there is none.
  static double first_number(std::string_view value) {
    return static_cast<double>(whole_of(value.substr(0, value.find_first_of(" -"))).value_or(0));
  }

  [[noreturn]] void refuse(const ReportLine& line, std::string_view part, const std::string& what) const {
    throw InputError(text_.file, line.at(part), what);
  }

  const Text& text_;
  ReportedGpus gpus_;
  ReportedGpu* gpu_ = nullptr;  ///< whose lines these are
  double clock_ = 0;            ///< of its memory, MHz
};

}  // namespace

ReportedGpus read_device_query(const Text& text) {
  return DeviceQueryText(text).read(place_of_report(text, ReportTool::device_query));
}

}  // namespace warpshop::io
