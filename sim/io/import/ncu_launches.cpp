#include "sim/io/import/ncu_launches.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <map>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "sim/io/csv/csv_lines.hpp"
#include "sim/io/csv/csv_record.hpp"
#include "sim/io/yaml/document_text.hpp"
#include "sim/model/utf8.hpp"

namespace warpshop::io {
namespace {

/// How numbers are written: what groups three digits, what stands before decimals.
struct NumberStyle {
  char group = ',';
  char point = '.';
};
constexpr NumberStyle kEnglish{};
constexpr NumberStyle kContinental{.group = '.', .point = ','};

/// `1,234.5` in English: groups are of three digits behind the first, or there are none. Nothing: it is no number ≥ 0.
std::optional<double> number_of(std::string_view text, const NumberStyle& style) {
  std::string plain;
  std::size_t digits = 0;  // since the last separator
  bool grouped = false;
  bool decimals = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char each = text[i];
    if (each >= '0' && each <= '9') {
      ++digits;
      plain += each;
    } else if (each == style.group && !decimals && digits > 0 && (grouped ? digits == 3 : digits <= 3)) {
      grouped = true;
      digits = 0;
    } else if (each == style.point && !decimals && digits > 0 && (!grouped || digits == 3)) {
      decimals = true;
      digits = 0;
      plain += '.';
    } else if ((each == 'e' || each == 'E') && digits > 0 && (!grouped || decimals || digits == 3)) {
      plain += text.substr(i);
      break;
    } else {
      return std::nullopt;
    }
    if (i + 1 == text.size() && (digits == 0 || (grouped && !decimals && digits != 3))) {
      return std::nullopt;
    }
  }
  double value = 0;
  const char* const end = plain.data() + plain.size();
  const auto [stop, error] = std::from_chars(plain.data(), end, value);
  return stop == end && error == std::errc{} && std::isfinite(value) && !plain.empty() ? std::optional(value)
                                                                                       : std::nullopt;
}

/// `(2112, 1, 1)` or `2112`: how many in all.
std::optional<double> product_of(std::string_view text, const NumberStyle& style) {
  if (!text.starts_with('(') || !text.ends_with(')')) {
    return number_of(text, style);
  }
  text = text.substr(1, text.size() - 2);
  double product = 1;
  for (;;) {
    const std::size_t end = std::min(text.find(','), text.size());
    std::string_view factor = text.substr(0, end);
    while (factor.starts_with(' ')) {
      factor.remove_prefix(1);
    }
    const std::optional<double> value = number_of(factor, kEnglish);
    if (!value) {
      return std::nullopt;
    }
    product *= *value;
    if (end == text.size()) {
      return product;
    }
    text = text.substr(end + 1);
  }
}

/// What was printed in thousands or millions of bytes with two decimals, as 24.58 Kbyte for 24 576 B: of the sizes that
/// are printed so the one with the largest power of two in it, as CTAs are made to take.
double whole_size(double printed, double scale) {
  constexpr double kHalfOfLastDigit = 0.005;
  for (double step = 1024; scale > 1 && step > 1; step /= 2) {
    const double nearest = std::round(printed / step) * step;
    if (std::abs(nearest - printed) <= kHalfOfLastDigit * scale) {
      return nearest;
    }
  }
  return std::round(printed);
}

enum class Figure : std::uint8_t { ctas, threads, registers, static_shared, dynamic_shared, duration, compute, memory };

/// What metrics and columns are called, on the page of details and in the tool's own words.
std::optional<Figure> figure_named(std::string_view name) {
  static const std::map<std::string_view, Figure> names{
      {"Grid Size", Figure::ctas},
      {"launch__grid_size", Figure::ctas},
      {"Block Size", Figure::threads},
      {"launch__block_size", Figure::threads},
      {"Registers Per Thread", Figure::registers},
      {"launch__registers_per_thread", Figure::registers},
      {"Static Shared Memory Per Block", Figure::static_shared},
      {"launch__shared_mem_per_block_static", Figure::static_shared},
      {"Dynamic Shared Memory Per Block", Figure::dynamic_shared},
      {"launch__shared_mem_per_block_dynamic", Figure::dynamic_shared},
      {"Duration", Figure::duration},
      {"gpu__time_duration.sum", Figure::duration},
      {"gpu__time_duration.avg", Figure::duration},
      {"Compute (SM) Throughput", Figure::compute},
      {"sm__throughput.avg.pct_of_peak_sustained_elapsed", Figure::compute},
      {"SOL SM", Figure::compute},  // 2019
      {"SM [%]", Figure::compute},  // 2020
      {"SOL DRAM", Figure::memory},
      {"DRAM Throughput", Figure::memory},
      {"dram__throughput.avg.pct_of_peak_sustained_elapsed", Figure::memory},
      {"gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed", Figure::memory}};
  const auto found = names.find(name);
  return found == names.end() ? std::nullopt : std::optional(found->second);
}

/// Where a launch keeps a figure that is no duration.
std::optional<double> NcuLaunch::*member_of(Figure figure) {
  static const std::map<Figure, std::optional<double> NcuLaunch::*> members{
      {Figure::ctas, &NcuLaunch::ctas},
      {Figure::threads, &NcuLaunch::threads},
      {Figure::registers, &NcuLaunch::registers},
      {Figure::static_shared, &NcuLaunch::static_shared},
      {Figure::dynamic_shared, &NcuLaunch::dynamic_shared},
      {Figure::compute, &NcuLaunch::compute},
      {Figure::memory, &NcuLaunch::memory}};
  return members.at(figure);
}

/// In a unit of what a figure is told in: ms, B, %, or a number of something. Nothing: not a unit of it.
std::optional<double> scale_of(Figure figure, std::string_view unit) {
  static const std::map<std::string_view, double> times{{"ns", 1e-6},      {"nsecond", 1e-6}, {"us", 1e-3},
                                                        {"usecond", 1e-3}, {"ms", 1},         {"msecond", 1},
                                                        {"s", 1e3},        {"second", 1e3}};
  static const std::map<std::string_view, double> sizes{{"byte", 1},          {"byte/block", 1}, {"Kbyte", 1e3},
                                                        {"Kbyte/block", 1e3}, {"Mbyte", 1e6},    {"Mbyte/block", 1e6}};
  const auto in = [&](const std::map<std::string_view, double>& units) {
    const auto found = units.find(unit);
    return found == units.end() ? std::nullopt : std::optional(found->second);
  };
  switch (figure) {
    case Figure::duration:
      return in(times);
    case Figure::static_shared:
    case Figure::dynamic_shared:
      return in(sizes);
    case Figure::compute:
    case Figure::memory:
      return unit == "%" ? std::optional(1.0) : std::nullopt;
    default:
      return unit.empty() || unit.find('/') != std::string_view::npos || unit == "thread" || unit == "block"
                 ? std::optional(1.0)
                 : std::nullopt;
  }
}

/// A figure of a launch as it stands in the file.
struct Told {
  Figure figure = Figure::duration;
  CsvField value;
  std::string unit;
  std::uint32_t line = 0;
  std::string metric;  ///< empty: a column of every line tells it
};

struct ToldLaunch {
  NcuLaunch launch;
  std::vector<Told> told;
};

/// The table of a text, line by line.
class NcuTable {
 public:
  explicit NcuTable(const Text& text) : text_(text) {
    each_csv_line(text.bytes, [&](std::string_view line, std::uint32_t number) {
      if (is_header(line)) {
        in_quotes_ = line.front() == '"';
        take_header(csv_record(line, text_.file, number), number);
      } else if (!columns_.empty() && (in_quotes_ ? line.front() == '"' : line.front() >= '0' && line.front() <= '9')) {
        take(csv_record(line, text_.file, number), number);
      }
    });
    if (columns_.empty()) {
      throw InputError(text_.file, {},
                       "holds no table of Nsight Compute, expected what `ncu --csv` prints: a line that starts with "
                       "\"ID\",\"Process ID\"");
    }
  }

  std::vector<NcuLaunch> launches() {
    const NumberStyle style = style_of_all();
    std::vector<NcuLaunch> all;
    all.reserve(launches_.size());
    for (ToldLaunch& each : launches_) {
      for (const Told& told : each.told) {
        put(each.launch, told, style);
      }
      all.push_back(std::move(each.launch));
    }
    return all;
  }

 private:
  static bool is_header(std::string_view line) { return line.starts_with("\"ID\",") || line.starts_with("ID,"); }
  void take_header(const std::vector<CsvField>& fields, std::uint32_t number) {
    columns_.clear();
    for (std::size_t i = 0; i < fields.size(); ++i) {
      columns_.emplace(fields[i].text, i);
    }
    width_ = fields.size();
    header_ = number;
    units_.assign(width_, "");
    in_details_ = columns_.contains("Metric Name");
    for (const char* needed : {"ID", "Kernel Name"}) {
      require(needed);
    }
    if (in_details_) {
      require("Metric Value");
    }
    first_of_table_ = launches_.size();
  }
  void require(const char* column) const {
    if (!columns_.contains(column)) {
      throw InputError(text_.file, {.line = header_, .column = 1},
                       fmt::format("has no column '{}', expected what `ncu --csv` prints", column));
    }
  }
  const std::string& at(const std::vector<CsvField>& fields, std::string_view column) const {
    static const std::string none;
    const auto found = columns_.find(column);
    return found == columns_.end() ? none : fields[found->second].text;
  }
  void take(const std::vector<CsvField>& fields, std::uint32_t number) {
    if (fields.size() < width_) {
      throw InputError(text_.file, {.line = number, .column = 1},
                       fmt::format("{} fields, expected {} as in line {}", fields.size(), width_, header_));
    }
    if (at(fields, "ID").empty()) {  // the line of units behind the names of a raw page
      for (std::size_t i = 0; i < width_; ++i) {
        units_[i] = fields[i].text;
      }
      return;
    }
    ToldLaunch& launch = launch_of(fields, number);
    if (in_details_) {
      const std::size_t value = columns_.find("Metric Value")->second;
      if (const std::optional<Figure> figure = figure_named(at(fields, "Metric Name"))) {
        tell(launch, *figure, fields[value], at(fields, "Metric Unit"), number, at(fields, "Metric Name"));
      }
      return;
    }
    for (const auto& [name, column] : columns_) {
      const std::optional<Figure> figure = figure_named(name);
      if (figure && name != "Block Size" && name != "Grid Size") {
        tell(launch, *figure, fields[column], units_[column], number, name);
      }
    }
  }
  /// Of the lines of a table with the same ID.
  ToldLaunch& launch_of(const std::vector<CsvField>& fields, std::uint32_t number) {
    const std::string id = at(fields, "ID") + ' ' + at(fields, "Process ID");
    if (launches_.size() > first_of_table_ && id == last_id_ && in_details_) {
      return launches_.back();
    }
    last_id_ = id;
    const std::size_t kernel = columns_.find("Kernel Name")->second;
    ToldLaunch& launch = launches_.emplace_back();
    launch.launch.mark = {.line = number, .column = fields[kernel].column};
    launch.launch.kernel = fields[kernel].text;
    launch.launch.device = at(fields, "Device");
    launch.launch.process = at(fields, "Process ID");
    for (const auto& [column, figure] : {std::pair{"Grid Size", Figure::ctas}, {"Block Size", Figure::threads}}) {
      if (const auto found = columns_.find(column); found != columns_.end()) {
        tell(launch, figure, fields[found->second], "", number, "");
      }
    }
    return launch;
  }
  /// Sections repeat some metrics.
  void tell(ToldLaunch& launch, Figure figure, const CsvField& value, const std::string& unit, std::uint32_t line,
            std::string_view metric) {
    if (value.text.empty() || value.text == "n/a" || value.text == "nan") {
      return;
    }
    const auto known =
        std::find_if(launch.told.begin(), launch.told.end(), [&](const Told& told) { return told.figure == figure; });
    if (known == launch.told.end()) {
      launch.told.push_back(
          {.figure = figure, .value = value, .unit = unit, .line = line, .metric = std::string(metric)});
    } else if (known->metric == metric && (known->value.text != value.text || known->unit != unit)) {
      throw InputError(text_.file, {.line = line, .column = value.column},
                       fmt::format("a second {} of this launch, {}, expected {} as in line {}", in_quotes(metric),
                                   in_quotes(value.text), in_quotes(known->value.text), known->line));
    }
  }

  NumberStyle style_of_all() const {
    const auto explains = [&](const NumberStyle& style) {
      return std::all_of(launches_.begin(), launches_.end(), [&](const ToldLaunch& launch) {
        return std::all_of(launch.told.begin(), launch.told.end(),
                           [&](const Told& told) { return product_of(told.value.text, style).has_value(); });
      });
    };
    return !explains(kEnglish) && explains(kContinental) ? kContinental : kEnglish;
  }
  [[noreturn]] void refuse(const Told& told, std::string_view what) const {
    throw InputError(text_.file, {.line = told.line, .column = told.value.column},
                     fmt::format("{} {}", in_quotes(told.value.text), what));
  }
  void put(NcuLaunch& launch, const Told& told, const NumberStyle& style) const {
    const std::optional<double> number = product_of(told.value.text, style);
    if (!number) {
      refuse(told, "is not a number, expected one of 0 or more, such as 1,234.5");
    }
    const std::optional<double> scale = scale_of(told.figure, told.unit);
    if (!scale) {
      refuse(told, fmt::format("has the unit {}, expected {}", in_quotes(told.unit),
                               told.figure == Figure::duration ? "ns, us, ms or s" : "another"));
    }
    const bool is_size = told.figure == Figure::static_shared || told.figure == Figure::dynamic_shared;
    const double scaled = *scale < 1 ? *number / std::round(1 / *scale) : *number * *scale;  // the nearest double
    const double value = is_size ? whole_size(scaled, *scale) : scaled;
    if (told.figure == Figure::duration) {
      launch.duration = Millis{value};
    } else {
      launch.*member_of(told.figure) = value;
    }
  }

  const Text& text_;
  std::map<std::string, std::size_t, std::less<>> columns_;
  std::vector<std::string> units_;
  std::size_t width_ = 0;
  std::uint32_t header_ = 0;
  bool in_details_ = false;
  bool in_quotes_ = true;  ///< every field: what a program prints among the lines starts otherwise
  std::size_t first_of_table_ = 0;
  std::string last_id_;
  std::vector<ToldLaunch> launches_;
};

}  // namespace

std::vector<NcuLaunch> read_ncu_launches(const std::filesystem::path& file) {
  const Text text = read_text(file, Fifo::awaited);
  return NcuTable(text).launches();
}

std::vector<NcuLaunch> read_ncu_launches(std::istream& stream, const std::string& file_name) {
  const Text text = read_text(stream, file_name);
  return NcuTable(text).launches();
}

}  // namespace warpshop::io
