#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/io/import/report/reported_gpu.hpp"
#include "sim/io/yaml/document_text.hpp"
#include "sim/model/error.hpp"

// Lines of the texts that tools print for people.
namespace warpshop::io {

/// A line without what ends it.
struct ReportLine {
  std::string_view text;
  std::uint32_t number = 1;

  /// Of a part of it: columns count characters.
  Mark at(std::string_view part) const;
};

/// Calls take(line) for all lines of a text.
void each_report_line(const Text& text, const std::function<void(const ReportLine&)>& take);

/// Without the spaces and tabs around it.
std::string_view without_spaces(std::string_view text);

/// Its parts between spaces and tabs.
std::vector<std::string_view> words_of(std::string_view text);

/// A whole number in digits, leading zeros or not: 0 … 2^53. Nothing: it is none.
std::optional<std::int64_t> whole_of(std::string_view word);

/// A number × 10^shift, above 0 and finite, rounded once; nothing: it is none.
std::optional<double> decimal_of(std::string_view word, int shift);

/// The most GPUs that a text may be of.
inline constexpr std::int64_t kMostReportedGpus = 1024;

/// The GPU of a number, which is added if it is not there. Throws InputError at the mark: that would be one too many.
ReportedGpu& gpu_of_number(ReportedGpus& gpus, std::int64_t number, Mark mark);

/// Throws InputError at the figure: there is one of that path.
void add_figure(const ReportedGpus& text, ReportedGpu& gpu, const std::string& path, ReportedFigure figure);

/// A bandwidth as a profile may have it. Throws InputError at the word: it is none.
double bandwidth_of(const Text& text, const ReportLine& line, std::string_view word, int shift, double factor = 1);

/// For the provenance of a figure: what said it, and the file and line; the file without its folder.
std::string said_at(const ReportedGpus& text, std::string_view source, Mark mark);

/// By number. Throws InputError at `place`: there are none.
void sort_gpus(ReportedGpus& gpus, Mark place, std::string_view expected);

}  // namespace warpshop::io
