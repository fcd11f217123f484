#include "sim/io/report_texts.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "sim/io/csv/csv_lines.hpp"
#include "sim/model/utf8.hpp"

namespace warpshop::io {
namespace {

/// How a line starts that only one tool writes.
struct ReportMarker {
  std::string_view start;
  ReportTool tool;
};

constexpr std::array kReportMarkers{ReportMarker{"nvbandwidth Version:", ReportTool::nvbandwidth},
                                    ReportMarker{"\"nvbandwidth\"", ReportTool::nvbandwidth},
                                    ReportMarker{"{\"nvbandwidth\"", ReportTool::nvbandwidth},
                                    ReportMarker{"{ \"nvbandwidth\"", ReportTool::nvbandwidth},
                                    ReportMarker{"Running host_to_", ReportTool::nvbandwidth},
                                    ReportMarker{"Running device_to_", ReportTool::nvbandwidth},
                                    ReportMarker{"[CUDA Bandwidth Test]", ReportTool::bandwidth_test},
                                    ReportMarker{"Host to Device Bandwidth,", ReportTool::bandwidth_test},
                                    ReportMarker{"Device to Host Bandwidth,", ReportTool::bandwidth_test},
                                    ReportMarker{"bandwidthTest-", ReportTool::bandwidth_test},
                                    ReportMarker{"CUDA Device Query (", ReportTool::device_query},
                                    ReportMarker{"CUDA Capability Major/Minor", ReportTool::device_query},
                                    ReportMarker{"==============NVSMI LOG==============", ReportTool::nvidia_smi},
                                    ReportMarker{"Attached GPUs  ", ReportTool::nvidia_smi}};

constexpr std::string_view kSmiTable = "| NVIDIA-SMI ";

struct FoundReport {
  std::optional<ReportTool> tool;  ///< nothing: the table of nvidia-smi
  Mark mark;
};

/// The first line that a tool wrote: by `wanted` alone, if it says one.
std::optional<FoundReport> first_report(std::string_view text, std::optional<ReportTool> wanted) {
  std::optional<FoundReport> found;
  each_csv_line(text, [&](std::string_view line, std::uint32_t number) {
    const std::size_t start = line.find_first_not_of(" \t");
    if (found || start == std::string_view::npos) {
      return;
    }
    const std::string_view rest = line.substr(start);
    const Mark mark{.line = number, .column = static_cast<std::uint32_t>(start) + 1};
    const auto marker = std::find_if(kReportMarkers.begin(), kReportMarkers.end(), [&](const ReportMarker& one) {
      return rest.starts_with(one.start) && (!wanted || one.tool == *wanted);
    });
    if (marker != kReportMarkers.end()) {
      found = FoundReport{.tool = marker->tool, .mark = mark};
    } else if (!wanted && rest.starts_with(kSmiTable)) {
      found = FoundReport{.tool = {}, .mark = mark};
    }
  });
  return found;
}

/// `this is the output of deviceQuery: `warpshop import devicequery FILE` reads it`
std::string import_hint(const FoundReport& found, const std::string& file) {
  if (!found.tool) {
    return "this is the table of nvidia-smi, expected the text of `nvidia-smi -q`, which `warpshop import nvidia-smi` "
           "reads";
  }
  return fmt::format("this is the output of {}: `warpshop import {} {}` reads it", tool_name(*found.tool),
                     import_name(*found.tool), printable(file));
}

}  // namespace

std::string_view import_name(ReportTool tool) {
  constexpr std::array<std::string_view, 4> kNames{"nvbandwidth", "bandwidthtest", "devicequery", "nvidia-smi"};
  return kNames[static_cast<std::size_t>(tool)];
}

std::string_view tool_name(ReportTool tool) {
  constexpr std::array<std::string_view, 4> kNames{"nvbandwidth", "bandwidthTest", "deviceQuery", "nvidia-smi -q"};
  return kNames[static_cast<std::size_t>(tool)];
}

Mark place_of_report(const Text& text, ReportTool tool) {
  if (const auto own = first_report(text.bytes, tool)) {
    return own->mark;
  }
  if (const auto other = first_report(text.bytes, {})) {
    throw InputError(text.file, other->mark, import_hint(*other, text.file));
  }
  throw InputError(text.file, Mark{1, 1},
                   fmt::format("nothing here was written by {0}, expected the output of {0}", tool_name(tool)));
}

void refuse_report(const Text& text) {
  if (const auto found = first_report(text.bytes, {})) {
    throw InputError(text.file, found->mark, import_hint(*found, text.file));
  }
}

}  // namespace warpshop::io
