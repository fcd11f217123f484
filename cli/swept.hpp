#pragma once

#include <functional>
#include <span>
#include <string>

#include "cli/common_options.hpp"
#include "cli/report_file.hpp"
#include "sim/model/sweep_manifest.hpp"

namespace CLI {
class App;
}

namespace warpshop::cli {

/// Where the answer of a sweep goes.
struct SweptOptions {
  std::string rows;  ///< every single result as CSV; empty: nowhere
  bool timing = false;
  OutputOptions output;
  ReportOptions report;
};

/// --rows, --report, --timing and what all commands have.
void add_swept_options(CLI::App& command, SweptOptions& options);

/// Opens what is asked for, and prints the sweep once `make` has given every point of it, in order.
void print_swept(const SweptOptions& options, const SweepManifest& manifest,
                 const std::function<void(const std::function<void(std::span<const SweepPoint>)>& take)>& make);

}  // namespace warpshop::cli
