#pragma once

#include <string_view>

namespace warpshop {

/// How reports in HTML open; by it such a file is known again as ours (sim/files/own_files.hpp).
inline constexpr std::string_view kReportOpening = "<!DOCTYPE html>\n<!-- Written by warpshop: a report. -->\n";

}  // namespace warpshop
