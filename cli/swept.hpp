#pragma once

#include <functional>
#include <vector>

#include "cli/output.hpp"
#include "sim/model/sweep_manifest.hpp"

namespace warpshop::cli {

/// Where the answer of a sweep goes.
struct SweptOptions {
  bool timing = false;
  OutputOptions output;
};

/// --rows (every single result as CSV), --report, --timing and what all commands have.
void add_swept_options(CLI::App& command, SweptOptions& options);

/// What the points of a sweep come to, each of which goes to --rows as it is, if that is asked for. next: some points
/// at a time, in their order; none: that was all.
Sweep summed_up(const SweepManifest& manifest, Output& output, Progress& progress,
                const std::function<std::vector<SweepPoint>()>& next);

/// The sweep, with its report, in all that the output is.
void print_swept(Output& output, const SweepManifest& manifest, const Sweep& sweep);

}  // namespace warpshop::cli
