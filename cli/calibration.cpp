#include "cli/calibration.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <ostream>

#include <fmt/format.h>

#include "calibrate/calibrate.hpp"
#include "cli/exit_codes.hpp"
#include "cli/output.hpp"
#include "cli/written_files.hpp"
#include "sim/io/decode_device.hpp"
#include "sim/io/output_file.hpp"
#include "sim/io/user_devices.hpp"
#include "sim/io/write_device.hpp"
#include "sim/model/error.hpp"
#include "sim/report/profile_table.hpp"
#include "sim/report/text_table.hpp"

namespace warpshop::cli {
namespace {

/// The lanes of the host backend are slow, and its memory is this machine's.
constexpr Bytes kLargestHostCopy{8 << 20};
constexpr std::size_t kLooksAt = 4096;  // bytes of a file that may be a profile

std::filesystem::path profile_file(const CalibrationOptions& options, const gpu::Device& device) {
  return options.out.empty() ? io::make_user_device_path(device.properties().uuid) : std::filesystem::path(options.out);
}

/// Throws InputError if there is something at the place of a profile that is none: it would be lost.
void check_replaceable(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::string start(kLooksAt, '\0');
  in.read(start.data(), static_cast<std::streamsize>(start.size()));
  if (in.gcount() > 0 && start.find("warpshop.device/") == std::string::npos) {
    throw InputError(file.string(), {}, "is there already and holds no profile, expected a new file, or a profile");
  }
}

void write_samples(std::ostream& out, const std::vector<calibrate::Series>& all) {
  out << "series,sample,milliseconds,outlier\n";
  for (const calibrate::Series& series : all) {
    for (std::size_t i = 0; i < series.samples.size(); ++i) {
      const bool outlier = std::find(series.outliers.begin(), series.outliers.end(), i) != series.outliers.end();
      out << fmt::format("{},{},{},{}\n", report::csv_field(series.name), i, series.samples[i], outlier ? 1 : 0);
    }
  }
}

void print_rechecks(Output& output, const std::vector<calibrate::Recheck>& rechecks, double tolerance) {
  report::TextTable table;
  table.column("measured again", report::Align::left);
  table.column("profile ms", report::Align::right);
  table.column("now ms", report::Align::right);
  table.column("error", report::Align::right);
  table.column("", report::Align::left);
  for (const calibrate::Recheck& recheck : rechecks) {
    const bool far = std::abs(recheck.error()) * 100 > tolerance;
    table.row({recheck.what, fmt::format("{:.4f}", recheck.predicted.count()),
               fmt::format("{:.4f}", recheck.measured.median.count()), fmt::format("{:+.1f} %", -recheck.error() * 100),
               far ? "outside" : ""},
              far);
  }
  output.stream() << table.text(output.colour());
}

}  // namespace

calibrate::Options measuring_options(const CalibrationOptions& options) {
  calibrate::Options measuring = options.quick || options.check ? calibrate::quick() : calibrate::full();
  if (options.hardware.backend == "host") {
    measuring.largest_copy = std::min(measuring.largest_copy, kLargestHostCopy);
  }
  measuring.progress = [progress = std::make_shared<Progress>(options.output)](const std::string& step) {
    progress->show("measuring: " + step);
  };
  return measuring;
}

void run_calibration(const gpu::Device& device, const CalibrationOptions& options,
                     const calibrate::Options& measuring) {
  const std::filesystem::path file = profile_file(options, device);
  const std::string name = options.out.empty() ? device.properties().uuid : file.stem().string();
  if (!io::is_device_name(name)) {
    throw InputError(options.out, {},
                     "is no name for a device, expected letters, digits, '.', '_' and '-' before .yaml");
  }
  check_written_files({{"--out", file.string()}, {"--samples", options.samples}}, {});
  check_replaceable(file);
  io::OutputFile profile(file);
  std::optional<io::OutputFile> samples;
  if (!options.samples.empty()) {
    samples.emplace(options.samples);
  }
  Output output(options.output);
  calibrate::Calibration calibration = calibrate::calibrate(device, name, measuring);
  calibration.device.provenance["mode"] = options.quick ? "quick" : "full";
  profile.stream() << "# Measured by warpshop calibrate.\n";
  io::write_device(profile.stream(), calibration.device);
  if (samples) {
    write_samples(samples->stream(), calibration.series);
    samples->commit();
  }
  profile.commit();
  output.stream() << report::profile_tables(calibration.device, output.colour());
  output.commit();
  note(options.output, "the profile is in " + file.string());
}

void check_calibration(const gpu::Device& device, const CalibrationOptions& options,
                       const calibrate::Options& measuring) {
  const Device profile = choose_profile(options.out, options.hardware, device).device;
  Output output(options.output);
  const auto rechecks = calibrate::check(device, profile, measuring);
  print_rechecks(output, rechecks, options.tolerance);
  output.commit();
  const auto far = std::count_if(rechecks.begin(), rechecks.end(), [&](const calibrate::Recheck& recheck) {
    return std::abs(recheck.error()) * 100 > options.tolerance;
  });
  if (far > 0) {
    throw OutsideTolerance(fmt::format("{} of {} figures are more than {} % off: run `warpshop calibrate` again", far,
                                       rechecks.size(), options.tolerance));
  }
  note(options.output, fmt::format("the profile holds: {} figures within {} %", rechecks.size(), options.tolerance));
}

}  // namespace warpshop::cli
