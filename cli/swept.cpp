#include "cli/swept.hpp"

#include <optional>

#include <CLI/CLI.hpp>

#include "cli/print.hpp"
#include "sim/files/output_file.hpp"
#include "sim/model/utf8.hpp"
#include "sim/report/described_csv.hpp"
#include "sim/report/html/sweep_chapter.hpp"
#include "sim/study/sweep/sweep_summary.hpp"

namespace warpshop::cli {

void add_swept_options(CLI::App& command, SweptOptions& options) {
  add_file_option(command, "--rows", options.rows,
                  "write every single result as CSV; what is called .gz is compressed");
  add_report_option(command, options.report);
  command.add_flag("--timing", options.timing, "show how long planning took");
  add_output_options(command, options.output);
}

void print_swept(const SweptOptions& options, const SweepManifest& manifest,
                 const std::function<void(const std::function<void(std::span<const SweepPoint>)>& take)>& make) {
  Output output(options.output);
  ReportFile report(options.report);
  std::optional<files::OutputFile> rows;
  if (!options.rows.empty()) {
    rows.emplace(options.rows);
    report::print(rows->stream(), format::Csv{}, result::SweepRows{manifest, {}});
  }
  SweepManifest asked = manifest;
  asked.head.timing = options.timing;
  study::SweepSummary summary(asked);
  make([&](std::span<const SweepPoint> points) {
    if (rows) {
      report::print(rows->stream(), format::Csv{.first = false}, result::SweepRows{asked, points});
    }
    summary.add(points);
  });
  const Sweep sweep = summary.sweep();
  print(output, sweep);
  if (report.asked()) {
    report.add(report::html::chapter(sweep));
    report.made_from(as_utf8(manifest.head.origin.file), manifest.inputs);
  }
  output.commit();
  if (rows) {
    rows->commit();
  }
  report.commit();
}

}  // namespace warpshop::cli
