#include <algorithm>
#include <memory>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/common_options.hpp"
#include "cli/output.hpp"
#include "sim/io/devices_json.hpp"
#include "sim/io/gpu_profiles.hpp"
#include "sim/report/text_table.hpp"

namespace warpshop::cli {
namespace {

using report::Align;

std::string gigabytes(BytesPerSecond bandwidth) {
  return fmt::format("{:.2f}", bandwidth.value / 1e9);
}

void print_csv(std::ostream& out, const std::vector<io::KnownDevice>& devices) {
  out << "name,source,dma_engines,pinned_h2d_bytes_per_s,pinned_d2h_bytes_per_s,sms,gpu,problem\n";
  for (const io::KnownDevice& known : devices) {
    const Device& device = known.device;
    out << report::csv_field(device.name) << ',' << report::csv_field(known.source) << ',';
    if (known.problem.empty()) {
      out << fmt::format("{},{},{},{},{},", device.dma_engines,
                         device.transfer(Memory::pinned, Direction::h2d).alone.value,
                         device.transfer(Memory::pinned, Direction::d2h).alone.value,
                         device.sm ? std::to_string(device.sm->count) : "", report::csv_field(io::gpu_of(device)));
    } else {
      out << ",,,,," << report::csv_field(known.problem);
    }
    out << '\n';
  }
}

/// The rest of the line of a GPU that was found.
std::string_view calibration(const io::KnownDevice* profile) {
  if (profile == nullptr) {
    return "not calibrated: run `warpshop calibrate`";
  }
  return profile->problem.empty() ? "calibrated" : "its profile cannot be used: run `warpshop calibrate`";
}

/// Free text in one line.
std::string in_one_line(std::string text) {
  const auto is_control = [](char character) { return static_cast<unsigned char>(character) < 0x20; };
  std::replace_if(text.begin(), text.end(), is_control, ' ');
  return text;
}

/// A column for the GPU only if there is a profile whose name does not say it.
void print_table(std::ostream& out, const std::vector<io::KnownDevice>& devices) {
  const bool show_gpu = std::any_of(devices.begin(), devices.end(),
                                    [](const io::KnownDevice& known) { return !io::gpu_of(known.device).empty(); });
  report::TextTable table;
  table.column("device", Align::left);
  if (show_gpu) {
    table.column("GPU", Align::left);
  }
  table.column("DMA engines", Align::right);
  table.column("pinned H2D GB/s", Align::right);
  table.column("pinned D2H GB/s", Align::right);
  table.column("SMs", Align::right);
  table.column("profile", Align::left);
  for (const io::KnownDevice& known : devices) {
    const Device& device = known.device;
    std::vector<std::string> cells{device.name};
    if (show_gpu) {
      cells.push_back(in_one_line(io::gpu_of(device)));
    }
    if (known.problem.empty()) {
      cells.insert(cells.end(), {std::to_string(device.dma_engines),
                                 gigabytes(device.transfer(Memory::pinned, Direction::h2d).alone),
                                 gigabytes(device.transfer(Memory::pinned, Direction::d2h).alone),
                                 device.sm ? std::to_string(device.sm->count) : "", known.source});
    } else {
      cells.insert(cells.end(), {"", "", "", "", "cannot be used: " + known.problem});
    }
    table.row(std::move(cells));
  }
  out << table.text(false);
}

void print_gpus(std::ostream& out, const std::vector<io::KnownDevice>& devices,
                const std::vector<io::InstalledGpu>& gpus) {
  if (gpus.empty()) {
    out << "No NVIDIA GPU was found on this machine.\n";
  }
  for (const io::InstalledGpu& gpu : gpus) {
    out << "GPU found: " << gpu.model << " (" << gpu.uuid << "), " << calibration(io::profile_of(gpu, devices)) << '\n';
  }
}

void run(const OutputOptions& options) {
  const auto devices = io::known_devices();
  const auto gpus = io::installed_gpus();
  Output output(options);
  if (options.format == "json") {
    io::write_json(output.stream(), devices, gpus);
  } else if (options.format == "csv") {
    print_csv(output.stream(), devices);
  } else {
    print_table(output.stream(), devices);
    output.stream() << '\n';
    print_gpus(output.stream(), devices, gpus);
  }
  output.commit();
}

}  // namespace

void add_devices(CLI::App& app) {
  auto options = std::make_shared<OutputOptions>();
  CLI::App* command = app.add_subcommand("devices", "device profiles known here, and GPUs found");
  add_output_options(*command, *options);
  command->callback([options] { run(*options); });
}

}  // namespace warpshop::cli
