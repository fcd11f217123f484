#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/commands.hpp"
#include "cli/common_options.hpp"
#include "cli/print.hpp"
#include "cli/result_origin.hpp"
#include "sim/files/device_store.hpp"
#include "sim/io/csv/measured_rates.hpp"
#include "sim/report/html/pairs_chapter.hpp"
#include "sim/study/kernel_pairs.hpp"

namespace warpshop::cli {
namespace {

struct PairsOptions {
  std::string device;
  std::vector<std::string> kernels;  ///< empty: all
  std::string measured;              ///< a file; empty: every configuration
  std::vector<std::string> set;
  OutputOptions output;
};

void run(const PairsOptions& options) {
  const Device device = files::find_device(options.device, parse_settings(options.set));
  std::vector<std::filesystem::path> read = device_files(options.device);
  if (!options.measured.empty()) {
    read.emplace_back(options.measured);
  }
  Output output(options.output, read);
  PairTable table = options.measured.empty()
                        ? study::pair_table(device, options.kernels)
                        : study::compared_with(device, io::read_measured_rates(options.measured), options.measured);
  table.basis.set = options.set;
  table.version = version();
  print(output, table);
  output.report().add(report::html::chapter(table));
  if (!options.measured.empty()) {
    output.report().made_from(std::filesystem::path(options.measured));
  }
  output.report().made_from(std::span(&device, 1));
  output.commit();
}

}  // namespace

void add_pairs(CLI::App& app) {
  auto options = std::make_shared<PairsOptions>();
  CLI::App* command = app.add_subcommand("pairs", "which kernels share the SMs well, and how many CTAs of each");
  add_device_option(*command, options->device);
  CLI::Option* kernels =
      trimmed(command->add_option("--kernels", options->kernels,
                                  "of the profile, at least two; all that share SMs if none is named"))
          ->delimiter(',')
          ->type_name("LIST");
  command
      ->add_option("--against", options->measured,
                   "CSV file of measured rates: shows how far the law is from them, instead of every configuration")
      ->type_name("FILE")
      ->excludes(kernels);
  add_report_option(*command, options->output);
  add_set_option(*command, options->set);
  add_output_options(*command, options->output);
  command->callback([options] { run(*options); });
}

}  // namespace warpshop::cli
