#include "cli/calibration.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <poll.h>

#include "calibrate/calibrate.hpp"
#include "calibrate/recheck.hpp"
#include "cli/commands.hpp"
#include "cli/exit_codes.hpp"
#include "cli/output.hpp"
#include "cli/result_origin.hpp"
#include "cli/written_files.hpp"
#include "kernels/kernel.hpp"
#include "sim/files/device_store.hpp"
#include "sim/files/output_file.hpp"
#include "sim/io/device/device_yaml.hpp"
#include "sim/model/error.hpp"
#include "sim/report/described_csv.hpp"
#include "sim/report/law_table.hpp"
#include "sim/report/percent.hpp"
#include "sim/report/profile_table.hpp"
#include "sim/report/text_table.hpp"
#include "sim/report/wrap.hpp"
#include "sim/result/csv_columns.hpp"
#include "sim/study/check_law.hpp"

namespace warpshop::cli {
namespace {

constexpr std::size_t kNamed = 8;

using Figure = std::pair<std::string, Confidence>;

/// Relative to the figure.
double interval_width(const Figure& figure) {
  return figure.second.high - figure.second.low;
}

}  // namespace

std::string wide_figures(const Device& profile) {
  std::vector<Figure> wide;
  for (const auto& [path, confidence] : profile.confidence) {
    if (confidence.high - confidence.low > 1) {
      wide.emplace_back(path, confidence);
    }
  }
  if (wide.empty()) {
    return "";
  }
  std::stable_sort(wide.begin(), wide.end(),
                   [](const Figure& a, const Figure& b) { return interval_width(a) > interval_width(b); });
  std::string text =
      fmt::format("the interval of {} of {} figures is wider than the figure: {} ({:.2f} … {:.2f} of it)", wide.size(),
                  profile.confidence.size(), wide.front().first, wide.front().second.low, wide.front().second.high);
  for (std::size_t i = 1; i < std::min(wide.size(), kNamed); ++i) {
    text += ", " + wide[i].first;
  }
  return text + (wide.size() > kNamed
                     ? fmt::format(" and {} more, by `low` and `high` in the profile", wide.size() - kNamed)
                     : "");
}

namespace {

constexpr std::chrono::seconds kPatience{60};  // for what takes milliseconds

/// The next line of the peer, see cli/peer.cpp.
void await_line(dispatch::ChildProcess& peer) {
  const auto deadline = dispatch::ChildProcess::Clock::now() + kPatience;
  while (!peer.next_line()) {
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(deadline - dispatch::ChildProcess::Clock::now()).count();
    pollfd channel{.fd = peer.channel(), .events = POLLIN, .revents = 0};
    if (left <= 0 || ::poll(&channel, 1, static_cast<int>(left)) == 0 || !peer.receive()) {
      const std::string last_words = peer.last_words();
      throw DeviceError("the second process " + (last_words.empty() ? "does not answer" : "said: " + last_words));
    }
  }
}

}  // namespace

std::function<void(bool runs)> start_peer_process(const HardwareOptions& hardware, const std::string& program,
                                                  dispatch::Environment environment) {
  std::error_code error;
  const std::filesystem::path file = std::filesystem::canonical(program, error);
  if (error) {
    throw DeviceError(fmt::format("the second process: {}: {}", program, error.message()));
  }
  const std::vector<std::string> command{
      file, "peer", "--backend", hardware.backend, "--gpu", std::to_string(hardware.gpu)};
  // CUDA that finds no daemon of MPS where it is told to look goes on without.
  environment["CUDA_MPS_PIPE_DIRECTORY"] = "/dev/null";
  auto peer = std::make_shared<dispatch::ChildProcess>(command, environment);
  await_line(*peer);
  return [peer](bool runs) {
    peer->write(runs ? "run\n" : "answer\n");
    await_line(*peer);
  };
}

namespace {

std::filesystem::path profile_file(const CalibrationOptions& options, const gpu::Device& device) {
  return options.out.empty() ? files::make_user_device_path(device.properties().uuid)
                             : std::filesystem::path(options.out);
}

void write_samples(std::ostream& out, const std::string& device, const std::vector<calibrate::Series>& all) {
  out << kSampleColumns << '\n';
  const std::string of_all = report::csv_field(device) + ',' + version();
  for (const calibrate::Series& series : all) {
    for (std::size_t i = 0; i < series.samples.size(); ++i) {
      const bool outlier = std::find(series.outliers.begin(), series.outliers.end(), i) != series.outliers.end();
      out << fmt::format("{},{},{},{},{}\n", report::csv_field(series.name), i, series.samples[i], outlier ? 1 : 0,
                         of_all);
    }
  }
}

void print_rechecks(Output& output, const std::vector<calibrate::Recheck>& rechecks, double tolerance) {
  report::TextTable table;
  table.column("measured again", report::Align::left, {.wraps = true});
  table.column("profile ms", report::Align::right);
  table.column("now ms", report::Align::right);
  table.column("error", report::Align::right);
  table.column("", report::Align::left);
  for (const calibrate::Recheck& recheck : rechecks) {
    const bool far = !recheck.within(tolerance);
    table.row({recheck.what, fmt::format("{:.4f}", recheck.predicted.count()),
               fmt::format("{:.4f}", recheck.measured.median.count()), report::signed_percent(-recheck.error()) + " %",
               far ? "outside" : ""},
              far);
  }
  output.stream() << table.text(output.style());
}

}  // namespace

std::string how_long(const CalibrationOptions& options) {
  if (options.hardware.backend == "host") {
    return options.quick ? "calibrating takes under a minute on the host backend where nothing else runs"
                         : "calibrating takes about four minutes on the host backend where nothing else runs; "
                           "--quick, under one";
  }
  return options.quick ? "calibrating takes about half a minute on a GPU"
                       : "calibrating takes under two minutes on a GPU; --quick, about half a minute";
}

void run_calibration(const gpu::Device& device, const CalibrationOptions& options,
                     const calibrate::Options& measuring) {
  const std::filesystem::path file = profile_file(options, device);
  const std::string name = options.out.empty() ? device.properties().uuid : file.stem().string();
  if (!is_device_name(name)) {
    throw InputError(options.out, {},
                     "is no name for a device, expected letters, digits, '.', '_' and '-' before .yaml");
  }
  check_written_files({{"--out", file.string()}, {"--samples", options.samples}}, {});
  files::OutputFile profile(file, files::FileKind::profile);
  std::optional<files::OutputFile> samples;
  if (!options.samples.empty()) {
    samples.emplace(options.samples);
  }
  Output output(options.output);
  note(options.output, how_long(options));
  calibrate::Calibration calibration = calibrate::calibrate(device, name, measuring);
  calibration.device.provenance["warpshop"] = version();
  calibration.device.provenance["mode"] = options.quick ? "quick" : "full";
  std::optional<LawCheck> law;
  if (!calibration.device.co_run.empty()) {
    law = study::check_law(calibration.device);
    calibration.device.provenance["co_run law"] = report::law_miss(*law);
  }
  profile.stream() << "# Measured by warpshop calibrate.\n";
  io::write_device(profile.stream(), calibration.device);
  if (samples) {
    write_samples(samples->stream(), name, calibration.series);
    samples->commit();
  }
  profile.commit();
  output.stream() << report::profile_tables(calibration.device, output.style());
  if (law) {
    output.stream() << '\n'
                    << report::law_table(*law, output.style()) << '\n'
                    << report::wrapped_lines(report::law_miss(*law), output.style().width, 2);
  }
  output.commit();
  if (const std::string figures = wide_figures(calibration.device); !figures.empty()) {
    note(options.output,
         "warning: " + figures + ": measure while the machine is idle" + (options.quick ? ", or without --quick" : ""));
  }
  note(options.output, "the profile is in " + file.string());
}

void check_calibration(const gpu::Device& device, const CalibrationOptions& options,
                       const calibrate::Options& measuring) {
  const Device profile = choose_profile({.device = options.out, .set = {}}, options.hardware, device).device;
  Output output(options.output);
  const auto rechecks = calibrate::check(device, profile, measuring);
  print_rechecks(output, rechecks, options.tolerance);
  output.commit();
  const auto far = std::count_if(rechecks.begin(), rechecks.end(),
                                 [&](const calibrate::Recheck& recheck) { return !recheck.within(options.tolerance); });
  if (far > 0) {
    throw OutsideTolerance(fmt::format("{} of {} figures are more than {} % off: run `warpshop calibrate` again", far,
                                       rechecks.size(), options.tolerance));
  }
  note(options.output, fmt::format("the profile holds: {} figures within {} %", rechecks.size(), options.tolerance));
}

namespace {

/// How to measure it. Shows progress on a terminal.
calibrate::Options measuring_options(const CalibrationOptions& options) {
  calibrate::Options measuring = options.quick || options.check ? calibrate::quick() : calibrate::full();
  if (options.hardware.backend == "host") {
    measuring = calibrate::for_host(measuring);
  }
  measuring.progress = [progress = std::make_shared<Progress>(options.output)](const std::string& step) {
    progress->show("measuring: " + step);
  };
  measuring.all_pairs = options.pairs;
  measuring.warn = [output = options.output](const std::string& what) { note(output, "warning: " + what); };
  measuring.start_peer = [hardware = options.hardware] { return start_peer_process(hardware); };
  return measuring;
}

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
  command->add_flag("--quick", options->quick, "about half a minute: fewer sizes, wider intervals");
  CLI::Option* pairs = command->add_flag(
      "--pairs", options->pairs, "measure every pair of kernels as well, and how far the co-run law is from them");
  add_file_option(*command, "--out", options->out,
                  "the profile's file, by default one for the GPU's UUID among your profiles");
  CLI::Option* samples =
      add_file_option(*command, "--samples", options->samples, "write every raw sample there, as CSV");
  CLI::Option* check =
      command
          ->add_flag("--check", options->check,
                     "measure a few figures of the stored profile again; exit code 4 if it no longer holds")
          ->excludes(samples)
          ->excludes(pairs);
  in_percent(command->add_option("--tolerance", options->tolerance, "percent that a figure may be off in --check"))
      ->capture_default_str()
      ->needs(check);
  command->add_flag("-q,--quiet", options->output.quiet, "no notes and no progress on standard error");
  command->callback([options] { run(*options); });
}

}  // namespace warpshop::cli
