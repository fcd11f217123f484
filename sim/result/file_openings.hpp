#pragma once

#include <string_view>

namespace warpshop {

/// What a report starts with: files that do are this program's own, and may be replaced.
inline constexpr std::string_view kReportOpening = "<!DOCTYPE html>\n<!-- Written by warpshop: a report. -->\n";

/// The same of a trace, of Chrome's or Kineto's form; what follows are events.
inline constexpr std::string_view kTraceOpening =
    R"({"otherData":{"madeBy":"warpshop"},"displayTimeUnit":"ms","traceEvents":[)";

}  // namespace warpshop
