#pragma once

#include <string>
#include <vector>

#include "cli/compare_options.hpp"
#include "cli/output.hpp"
#include "sim/model/comparison.hpp"
#include "sim/study/problem.hpp"

namespace CLI {
class App;
}

namespace warpshop::cli {

/// --gantt: policies whose timelines are drawn below the table, one above the other.
void add_charts_option(CLI::App& command, std::vector<std::string>& charts);

/// Throws InputError: a policy that there is not, or charts beside a format that is no table, or beside --summary.
void check_charts(const CompareOptions& options);

/// The charts that are asked for, of plans that have been compared; a note names those that have not.
void print_charts(Output& output, const CompareOptions& options, const Comparison& comparison,
                  const study::Problem& problem);

}  // namespace warpshop::cli
