#include "sim/io/import/report/report_lines.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "sim/model/quantity.hpp"
#include "sim/model/utf8.hpp"

namespace warpshop::io {

static constexpr std::string_view kSpaceAndTab = " \t";

Mark ReportLine::at(std::string_view part) const {
  const auto before = static_cast<std::size_t>(part.data() - text.data());
  return {.line = number, .column = static_cast<std::uint32_t>(character_count(text.substr(0, before))) + 1};
}

void each_report_line(const Text& text, const std::function<void(const ReportLine&)>& take) {
  std::string_view rest = text.bytes;
  for (std::uint32_t number = 1; !rest.empty(); ++number) {
    const std::size_t end = rest.find('\n');
    std::string_view line = rest.substr(0, end);
    rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
    if (line.ends_with('\r')) {
      line.remove_suffix(1);
    }
    take({.text = line, .number = number});
  }
}

std::string_view without_spaces(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(kSpaceAndTab), text.size()));
  return text.substr(0, text.find_last_not_of(kSpaceAndTab) + 1);  // nothing but blanks: npos + 1 = 0
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (text = without_spaces(text); !text.empty(); text = without_spaces(text)) {
    const std::size_t end = std::min(text.find_first_of(kSpaceAndTab), text.size());
    words.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return words;
}

std::optional<std::int64_t> whole_of(std::string_view word) {
  std::int64_t value = 0;
  const char* const end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, value);
  const bool is_whole = error == std::errc{} && stop == end && word.front() != '-' && value <= kLargestWhole;
  return is_whole ? std::optional(value) : std::nullopt;
}

std::optional<double> decimal_of(std::string_view word, int shift) {
  const std::optional<Quantity> quantity = parse_quantity(word);
  if (!quantity || !quantity->unit.empty()) {
    return std::nullopt;
  }
  const std::optional<double> value = to_double(*quantity, shift);
  return value && *value > 0 ? value : std::nullopt;
}

ReportedGpu& gpu_of_number(ReportedGpus& gpus, std::int64_t number, Mark mark) {
  const auto found =
      std::find_if(gpus.gpus.begin(), gpus.gpus.end(), [&](const ReportedGpu& gpu) { return gpu.number == number; });
  if (found != gpus.gpus.end()) {
    return *found;
  }
  if (gpus.gpus.size() >= kMostReportedGpus) {
    throw InputError(gpus.file, mark,
                     fmt::format("GPU {} beside {} others, expected no more than these", number, kMostReportedGpus));
  }
  ReportedGpu& gpu = gpus.gpus.emplace_back();
  gpu.number = number;
  gpu.mark = mark;
  return gpu;
}

void add_figure(const ReportedGpus& text, ReportedGpu& gpu, const std::string& path, ReportedFigure figure) {
  const Mark mark = figure.mark;
  if (!gpu.figures.try_emplace(path, std::move(figure)).second) {
    throw InputError(text.file, mark,
                     fmt::format("a second {} of GPU {}, expected the output of one run", path, gpu.number));
  }
}

double bandwidth_of(const Text& text, const ReportLine& line, std::string_view word, int shift, double factor) {
  constexpr double kMost = 1e18;  // B/s, as in profiles
  const double value = decimal_of(word, shift).value_or(0) * factor;
  if (!(value >= 1 && value <= kMost)) {
    throw InputError(text.file, line.at(word),
                     fmt::format("{} is no bandwidth, expected a number above 0", in_quotes(word)));
  }
  return value;
}

std::string said_at(const ReportedGpus& text, std::string_view source, Mark mark) {
  return fmt::format("{}, {}:{}", source, printable(std::filesystem::path(text.file).filename().string()), mark.line);
}

void sort_gpus(ReportedGpus& gpus, Mark place, std::string_view expected) {
  if (gpus.gpus.empty()) {
    throw InputError(
        gpus.file, place,
        fmt::format("{} says nothing here that a profile can hold, expected {}", tool_name(gpus.tool), expected));
  }
  std::sort(gpus.gpus.begin(), gpus.gpus.end(),
            [](const ReportedGpu& one, const ReportedGpu& other) { return one.number < other.number; });
}

}  // namespace warpshop::io
