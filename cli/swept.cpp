#include "cli/swept.hpp"

#include <CLI/CLI.hpp>

#include "cli/print.hpp"
#include "sim/model/utf8.hpp"
#include "sim/report/described_csv.hpp"
#include "sim/report/html/sweep_chapter.hpp"
#include "sim/study/sweep/sweep_summary.hpp"

namespace warpshop::cli {

void add_swept_options(CLI::App& command, SweptOptions& options) {
  add_file_option(command, options.output, "--rows",
                  "write every single result as CSV; what is called .gz is compressed");
  add_report_option(command, options.output);
  command.add_flag("--timing", options.timing, "show how long planning took");
  add_output_options(command, options.output);
}

Sweep summed_up(const SweepManifest& manifest, Output& output, Progress& progress,
                const std::function<std::vector<SweepPoint>()>& next) {
  std::ostream* const rows = output.file("--rows");
  if (rows != nullptr) {
    report::print(*rows, format::Csv{}, result::SweepRows{manifest, {}});
  }
  study::SweepSummary summary(manifest);
  PointsProgress shown(progress, manifest.points());
  for (std::vector<SweepPoint> points = next(); !points.empty(); points = next()) {
    if (rows != nullptr) {
      report::print(*rows, format::Csv{.first = false}, result::SweepRows{manifest, points});
    }
    summary.add(points);
    shown.done(points.size());
  }
  progress.clear();
  return summary.sweep();
}

void print_swept(Output& output, const SweepManifest& manifest, const Sweep& sweep) {
  print(output, sweep);
  if (output.report().asked()) {
    output.report().add(report::html::chapter(sweep));
    output.report().made_from(as_utf8(manifest.head.origin.file), manifest.inputs);
  }
  output.commit();
}

}  // namespace warpshop::cli
