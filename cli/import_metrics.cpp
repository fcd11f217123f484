#include "cli/import_metrics.hpp"

#include <memory>
#include <string>

#include <CLI/CLI.hpp>

#include "cli/common_options.hpp"
#include "cli/print.hpp"
#include "cli/result_origin.hpp"
#include "sim/io/import/metric_samples.hpp"

namespace warpshop::cli {
namespace {

struct MetricsOptions {
  std::string file;
  OutputOptions output;
};

void import_metrics(const MetricsOptions& options) {
  Output output(options.output, {options.file});
  print(output, ImportedSeries{options.file, io::read_metric_samples(options.file), version()});
  output.commit();
}

}  // namespace

void add_import_metrics(CLI::App& import) {
  const auto options = std::make_shared<MetricsOptions>();
  CLI::App* command = import.add_subcommand("metrics", "series of metrics of kernels, as a profiler sampled them");
  command->add_option("FILE", options->file, "CSV: columns kernel, time_ms and metrics, a line a sample")->required();
  add_output_options(*command, options->output);
  command->callback([options] { import_metrics(*options); });
}

}  // namespace warpshop::cli
