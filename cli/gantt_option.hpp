#pragma once

#include "cli/common_options.hpp"

namespace warpshop::cli {

/// --gantt: a chart of the timeline above its table, also where that goes to no terminal.
void add_gantt_option(CLI::App& command, OutputOptions& options);

/// Throws InputError: a chart is asked for beside a format that is no table.
void check_gantt(const OutputOptions& options);

}  // namespace warpshop::cli
