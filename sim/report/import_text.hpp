#pragma once

#include <string>

#include "sim/model/import_report.hpp"

namespace warpshop::report {

/// For people, a few lines: what there was, how much of the time the GPU worked, and what had to be supposed.
std::string import_text(const ImportReport& report);

}  // namespace warpshop::report
