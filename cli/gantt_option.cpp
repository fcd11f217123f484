#include "cli/gantt_option.hpp"

#include <CLI/CLI.hpp>

#include "sim/model/error.hpp"
#include "sim/result/format.hpp"

namespace warpshop::cli {

void add_gantt_option(CLI::App& command, OutputOptions& options) {
  command.add_flag("--gantt", options.gantt, "draw the timeline above its table, as on a terminal");
}

void check_gantt(const OutputOptions& options) {
  if (options.gantt && options.format != format::Table::kName) {
    throw InputError("--gantt: a chart stands beside a table, expected --format table");
  }
}

}  // namespace warpshop::cli
