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

#include "sim/io/import/report/read_reports.hpp"
#include "sim/io/import/report/report_lines.hpp"
#include "sim/model/utf8.hpp"

namespace warpshop::io {
namespace {

using Copies = std::pair<Memory, Direction>;

constexpr std::string_view kTestSource = "bandwidthTest";
constexpr std::string_view kExpectedCopies = "copies between host and GPU (--htod, --dtoh)";
/// The most that rounding may be of a bandwidth, as a part of it: small copies are printed as 0.1 GB/s.
constexpr double kMostRounding = 0.05;

/// What a unit of a table is: decimal digits to shift by, and a factor.
struct TableUnit {
  int shift = 9;
  double factor = 1;
};
constexpr TableUnit kGigabytes{};
constexpr TableUnit kMegabytes{.shift = 3, .factor = 1024};        // 2^10 / 2^20 B/ms
constexpr TableUnit kOldMegabytes{.shift = 0, .factor = 1048576};  // before CUDA 5

/// How much of a printed number its last digit may be wrong: `12.4` by 0.05 of 12.4.
double rounding_of(std::string_view word, double value_in_unit) {
  const std::size_t point = word.find('.');
  double half = 0.5;
  for (std::size_t digit = point; digit != std::string_view::npos && digit + 1 < word.size(); ++digit) {
    half /= 10;
  }
  return half / value_in_unit;
}

struct MeasuredSize {
  ReportedSize size;
  Mark mark;
  double rounding = 0;
};

class BandwidthTestText {
 public:
  explicit BandwidthTestText(const Text& text) : text_(text) {
    gpus_.file = text.file;
    gpus_.tool = ReportTool::bandwidth_test;
  }

  ReportedGpus read(Mark place) {
    each_report_line(text_, [&](const ReportLine& line) {
      const std::string_view content = without_spaces(line.text);
      if (content.starts_with("bandwidthTest-")) {
        take_csv(line, content);
      } else if (!take_heading(line, content) && in_table_ && copies_) {
        take_row(line);
      }
    });
    finish();
    sort_gpus(gpus_, place, kExpectedCopies);
    return std::move(gpus_);
  }

 private:
  /// Whether a line is no row of a table.
  bool take_heading(const ReportLine& line, std::string_view content) {
    const std::size_t bandwidth = content.find(" Bandwidth, ");
    if (content.starts_with("[CUDA Bandwidth Test]") || content.starts_with("Running on...")) {
      in_table_ = false;
      names_devices_ = true;
    } else if (content.starts_with("Device ") && bandwidth == std::string_view::npos) {
      take_device(line, content);
    } else if (bandwidth != std::string_view::npos && content.find(" Device(s)") != std::string_view::npos) {
      take_section(line, content, content.substr(bandwidth));
    } else if (content.starts_with("PINNED Memory Transfers")) {
      take_memory(Memory::pinned);
    } else if (content.starts_with("PAGEABLE Memory Transfers")) {
      take_memory(Memory::pageable);
    } else if (const std::size_t header = content.find("Transfer Size (Bytes)"); header != std::string_view::npos) {
      take_unit(line, content.substr(header));
    } else {
      return false;
    }
    return true;
  }

  /// `Device 0: Tesla T4`; deviceQuery, which may stand in the same text, has names in quotes.
  void take_device(const ReportLine& line, std::string_view content) {
    in_table_ = false;
    const std::size_t colon = std::min(content.find(':'), content.size());
    const std::size_t start = std::string_view("Device ").size();
    const auto number = whole_of(content.substr(start, std::max(colon, start) - start));
    const std::string_view name = without_spaces(content.substr(std::min(colon + 1, content.size())));
    if (number && names_devices_ && !name.empty() && !name.starts_with('"')) {
      number_ = *number;
      mark_ = line.at(content);
      name_ = name;
    }
  }

  /// `Host to Device Bandwidth, 1 Device(s)`, of CUDA 4 `…, Paged memory`.
  void take_section(const ReportLine& line, std::string_view content, std::string_view rest) {
    in_table_ = false;
    names_devices_ = false;
    copies_ = direction_in(content) ? std::optional(Copies{Memory::pinned, *direction_in(content)}) : std::nullopt;
    unit_of_megabytes_ = kMegabytes;
    for (const auto& [word, memory] :
         {std::pair{", Paged memory", Memory::pageable}, std::pair{", Pinned memory", Memory::pinned}}) {
      if (rest.find(word) != std::string_view::npos) {
        take_memory(memory);
        unit_of_megabytes_ = kOldMegabytes;
      }
    }
    const std::vector<std::string_view> words = words_of(rest);  // Bandwidth, 1 Device(s)
    if (copies_ && (words.size() < 2 || words[1] != "1")) {
      throw InputError(text_.file, line.at(words.size() < 2 ? rest : words[1]),
                       "a sum over devices, expected one at a time, such as `bandwidthTest --device=0`");
    }
  }

  static std::optional<Direction> direction_in(std::string_view content) {
    if (content.starts_with("Host to Device")) {
      return Direction::h2d;
    }
    return content.starts_with("Device to Host") ? std::optional(Direction::d2h) : std::nullopt;
  }

  void take_memory(Memory memory) {
    if (copies_) {
      copies_->first = memory;
    }
  }

  void take_unit(const ReportLine& line, std::string_view header) {
    in_table_ = true;
    if (header.find("Bandwidth(GB/s)") != std::string_view::npos) {
      unit_ = kGigabytes;
    } else if (header.find("Bandwidth(MB/s)") != std::string_view::npos) {
      unit_ = unit_of_megabytes_;
    } else {
      throw InputError(text_.file, line.at(header), "a table of no known unit, expected Bandwidth(GB/s) or (MB/s)");
    }
  }

  void take_row(const ReportLine& line) {
    const std::vector<std::string_view> words = words_of(line.text);
    const auto size = words.size() == 2 ? whole_of(words[0]) : std::nullopt;
    const bool starts_like_one = !words.empty() && whole_of(words[0].substr(0, 1));
    const bool ends_like_one = words.size() == 2 && decimal_of(words[1], 0);
    if (!size && (starts_like_one || ends_like_one)) {
      throw InputError(text_.file, line.at(words[0]), "no row of a table, expected a size and a bandwidth");
    }
    if (!size) {
      in_table_ = !words.empty();  // lines of other programs stand between
      return;
    }
    add(line, words[0], *size, words[1], unit_);
  }

  /// `bandwidthTest-H2D-Pinned, Bandwidth = 12.4 GB/s, Time = 0.00258 s, Size = 32000000 bytes, NumDevsUsed = 1`
  void take_csv(const ReportLine& line, std::string_view content) {
    const auto has = [&](std::string_view part) {
      return content.substr(0, content.find(',')).find(part) != std::string_view::npos;
    };
    if (has("-D2D")) {
      return;
    }
    const std::string_view in_giga = value_in(content, "Bandwidth = ", " GB/s, ");
    const std::string_view bandwidth = in_giga.empty() ? value_in(content, "Bandwidth = ", " MB/s, ") : in_giga;
    const std::string_view size = value_in(content, "Size = ", " bytes");
    const std::string_view devices = value_in(content, "NumDevsUsed = ", "");
    if ((!has("-H2D") && !has("-D2H")) || (!has("-Pinned") && !has("-Paged")) || bandwidth.empty() || !whole_of(size)) {
      throw InputError(text_.file, line.at(content),
                       "no line of bandwidthTest --csv, expected bandwidthTest-H2D-Pinned, Bandwidth = 12.4 GB/s, …, "
                       "Size = 32000000 bytes, NumDevsUsed = 1");
    }
    if (!devices.empty() && devices != "1") {
      throw InputError(text_.file, line.at(devices),
                       "a sum over devices, expected one at a time, such as `bandwidthTest --device=0`");
    }
    copies_ = Copies{has("-Pinned") ? Memory::pinned : Memory::pageable, has("-H2D") ? Direction::h2d : Direction::d2h};
    add(line, size, *whole_of(size), bandwidth, in_giga.empty() ? kMegabytes : kGigabytes);
  }

  /// The word between a key and its unit; empty: there is none.
  static std::string_view value_in(std::string_view content, std::string_view key, std::string_view unit) {
    const std::size_t at = content.find(key);
    if (at == std::string_view::npos) {
      return {};
    }
    const std::string_view rest = content.substr(at + key.size());
    const std::string_view word = rest.substr(0, rest.find(' '));
    return rest.substr(word.size()).starts_with(unit) ? word : std::string_view{};
  }

  void add(const ReportLine& line, std::string_view size_word, std::int64_t size, std::string_view word,
           TableUnit unit) {
    if (size < 1) {
      throw InputError(text_.file, line.at(size_word), "copies of 0 bytes, expected a size above 0");
    }
    const bool is_zero = word.find_first_not_of("0.") == std::string_view::npos && whole_of(word.substr(0, 1));
    const double value = is_zero ? 1 : bandwidth_of(text_, line, word, unit.shift, unit.factor);
    const double printed = is_zero ? 0 : decimal_of(word, 0).value_or(1);
    measured_[{number_, *copies_}].push_back({.size = {.size = {size}, .bandwidth = {value}},
                                              .mark = line.at(word),
                                              .rounding = rounding_of(word, printed)});
    ReportedGpu& gpu = gpu_of_number(gpus_, number_, mark_);
    gpu.name = name_;
  }

  /// Turns what was measured into figures: of several sizes the largest is what copies reach.
  void finish() {
    for (auto& [key, sizes] : measured_) {
      const auto& [number, copies] = key;
      ReportedGpu& gpu = gpu_of_number(gpus_, number, mark_);
      std::stable_sort(sizes.begin(), sizes.end(), [](const MeasuredSize& one, const MeasuredSize& other) {
        return one.size.size < other.size.size;
      });
      const std::string path = transfer_path(copies.first, copies.second, "alone");
      for (std::size_t next = 1; next < sizes.size(); ++next) {
        if (sizes[next].size.size == sizes[next - 1].size.size) {
          throw InputError(text_.file, std::max(sizes[next], sizes[next - 1], is_earlier).mark,
                           fmt::format("a second {} of {} bytes, expected the output of one run", path,
                                       sizes[next].size.size.count));
        }
      }
      const MeasuredSize& largest = sizes.back();
      if (largest.rounding > kMostRounding) {
        throw InputError(text_.file, largest.mark,
                         "the bandwidth of the largest copies, and rounded by more than 5 %, expected larger copies");
      }
      add_figure(gpus_, gpu, path,
                 {.value = largest.size.bandwidth.value, .mark = largest.mark, .source = std::string(kTestSource)});
      add_sizes(gpu, copies, sizes);
    }
  }

  static bool is_earlier(const MeasuredSize& one, const MeasuredSize& other) { return one.mark.line < other.mark.line; }

  static void add_sizes(ReportedGpu& gpu, Copies copies, const std::vector<MeasuredSize>& sizes) {
    std::vector<ReportedSize> exact;
    for (const MeasuredSize& size : sizes) {
      if (size.rounding <= kMostRounding) {
        exact.push_back(size.size);
      }
    }
    if (exact.size() < sizes.size()) {
      gpu.notes.push_back(
          fmt::format("{}: {} of {} sizes are left out, as their bandwidths are rounded by more than 5 %",
                      transfer_path(copies.first, copies.second, "points"), sizes.size() - exact.size(), sizes.size()));
    }
    if (exact.size() > 1) {
      gpu.sizes[copies] = std::move(exact);
    }
  }

  const Text& text_;
  ReportedGpus gpus_;
  std::map<std::pair<std::int64_t, Copies>, std::vector<MeasuredSize>> measured_;
  std::int64_t number_ = 0;  ///< of the device whose tables these are
  Mark mark_{1, 1};
  std::string name_;
  bool names_devices_ = false;    ///< these lines may say whose tables follow
  std::optional<Copies> copies_;  ///< of the table; nothing: copies within the GPU
  bool in_table_ = false;
  TableUnit unit_;
  TableUnit unit_of_megabytes_ = kMegabytes;
};

}  // namespace

ReportedGpus read_bandwidth_test(const Text& text) {
  return BandwidthTestText(text).read(place_of_report(text, ReportTool::bandwidth_test));
}

}  // namespace warpshop::io
