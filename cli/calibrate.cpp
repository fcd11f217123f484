#include <memory>

#include <CLI/CLI.hpp>

#include "cli/calibration.hpp"
#include "cli/commands.hpp"

namespace warpshop::cli {
namespace {

void run(const CalibrationOptions& options) {
  const gpu::Device device = open_device(options.hardware);
  const calibrate::Options measuring = measuring_options(options);
  if (options.check) {
    check_calibration(device, options, measuring);
  } else {
    run_calibration(device, options, measuring);
  }
}

}  // namespace

void add_calibrate(CLI::App& app) {
  auto options = std::make_shared<CalibrationOptions>();
  CLI::App* command = app.add_subcommand("calibrate", "measure this machine's GPU and store its profile");
  add_hardware_options(*command, options->hardware);
  command->add_flag("--quick", options->quick, "under half a minute: fewer sizes, wider intervals");
  add_file_option(*command, "--out", options->out,
                  "the profile's file, by default one for the GPU's UUID among your profiles");
  CLI::Option* samples =
      add_file_option(*command, "--samples", options->samples, "write every raw sample there, as CSV");
  CLI::Option* check =
      command
          ->add_flag("--check", options->check,
                     "measure a few figures of the stored profile again; exit code 4 if it no longer holds")
          ->excludes(samples);
  in_percent(command->add_option("--tolerance", options->tolerance, "percent that a figure may be off in --check"))
      ->capture_default_str()
      ->needs(check);
  command->add_flag("-q,--quiet", options->output.quiet, "no notes and no progress on standard error");
  command->callback([options] { run(*options); });
}

}  // namespace warpshop::cli
