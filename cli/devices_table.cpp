#include "cli/devices_table.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "sim/report/text_table.hpp"
#include "sim/report/wrap.hpp"
#include "sim/result/csv_columns.hpp"

namespace warpshop::cli {
namespace {

using report::Align;

std::string gigabytes(const std::optional<BytesPerSecond>& bandwidth) {
  return bandwidth ? fmt::format("{:.2f}", bandwidth->value / 1e9) : "";
}

std::string bytes_per_second(const std::optional<BytesPerSecond>& bandwidth) {
  return bandwidth ? fmt::format("{}", bandwidth->value) : "";
}

/// Where a profile is, for people.
std::string source_text(const KnownDevice& known) {
  return known.source + (known.hidden_by.empty() ? "" : ", hidden by " + known.hidden_by);
}

/// The rest of the line of a GPU that was found.
std::string_view calibration(const KnownDevice* profile) {
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
void print_table(std::ostream& out, const format::Table& style, const std::vector<KnownDevice>& devices) {
  const bool show_gpu = std::any_of(devices.begin(), devices.end(),
                                    [](const KnownDevice& known) { return !gpu_of(known.device).empty(); });
  report::TextTable table;
  table.column("device", Align::left, {.names = true});
  if (show_gpu) {
    table.column("GPU", Align::left, {.wraps = true, .names = true});
  }
  table.column("DMA engines", Align::right, {.drop = 2});
  table.column("pinned H2D GB/s", Align::right);
  table.column("pinned D2H GB/s", Align::right);
  table.column("SMs", Align::right, {.drop = 1});
  table.column("profile", Align::left, {.wraps = true});
  for (const KnownDevice& known : devices) {
    const Device& device = known.device;
    std::vector<std::string> cells{device.name};
    if (show_gpu) {
      cells.push_back(in_one_line(gpu_of(device)));
    }
    if (known.problem.empty()) {
      cells.insert(cells.end(), {std::to_string(device.dma_engines),
                                 gigabytes(device.transfer(Memory::pinned, Direction::h2d).alone),
                                 gigabytes(device.transfer(Memory::pinned, Direction::d2h).alone),
                                 device.sm ? std::to_string(device.sm->count) : "", source_text(known)});
    } else {
      cells.insert(cells.end(), {"", "", "", "", "cannot be used: " + known.problem});
    }
    table.row(std::move(cells));
  }
  out << table.text(style);
}

void print_chips(std::ostream& out, const format::Table& style, const std::vector<ChipModel>& chips) {
  constexpr double kGigabyte = 1e9;
  report::TextTable table;
  table.column("chip", Align::left);
  table.column("GPU", Align::left, {.drop = 1});
  table.column("SMs", Align::right);
  table.column("capability", Align::right, {.drop = 2});
  table.column("memory GB", Align::right);
  table.column("GB/s", Align::right);
  table.column("link", Align::left, {.drop = 4});
  table.column("MIG slices", Align::right, {.drop = 3});
  for (const ChipModel& chip : chips) {
    const bool has_mig = !chip.mig.profiles.empty();
    table.row({chip.name, chip.gpus.empty() ? "" : chip.gpus.front(), std::to_string(chip.sm.count),
               fmt::format("{}.{}", chip.compute_capability.major, chip.compute_capability.minor),
               fmt::format("{:g}", static_cast<double>(chip.memory_size.count) / kGigabyte),
               fmt::format("{:g}", chip.memory_bandwidth.value / kGigabyte), chip.link,
               has_mig ? std::to_string(chip.mig.compute_slices) : ""});
  }
  out << "\nChips that --device and `sm: {chip: ...}` know as well; nothing of them is measured, and what their link "
         "does "
         "is assumed:\n"
      << table.text(style);
}

void print_gpus(std::ostream& out, std::size_t width, const std::vector<KnownDevice>& devices,
                const std::vector<InstalledGpu>& gpus) {
  if (gpus.empty()) {
    out << "No NVIDIA GPU was found on this machine.\n";
  }
  for (const InstalledGpu& gpu : gpus) {
    out << report::wrapped_lines(
        fmt::format("GPU found: {} ({}), {}", gpu.model, gpu.uuid, calibration(profile_of(gpu, devices))), width, 2);
  }
}

}  // namespace

void print(std::ostream& out, const format::Csv& /*format*/, const ListedDevices& listed) {
  out << kDeviceColumns << '\n';
  for (const KnownDevice& known : listed.devices) {
    const Device& device = known.device;
    out << report::csv_field(device.name) << ',' << report::csv_field(known.source) << ',';
    if (known.problem.empty()) {
      out << fmt::format("{},{},{},{},{},", device.dma_engines,
                         bytes_per_second(device.transfer(Memory::pinned, Direction::h2d).alone),
                         bytes_per_second(device.transfer(Memory::pinned, Direction::d2h).alone),
                         device.sm ? std::to_string(device.sm->count) : "", report::csv_field(gpu_of(device)));
    } else {
      out << ",,,,," << report::csv_field(known.problem);
    }
    out << ',' << report::csv_field(known.hidden_by) << ',' << listed.version << '\n';
  }
  for (const ChipModel& chip : listed.chips) {
    out << fmt::format("{},chip,,,,{},{},,,{}\n", chip.name, chip.sm.count,
                       report::csv_field(chip.gpus.empty() ? "" : chip.gpus.front()), listed.version);
  }
}

void print(std::ostream& out, const format::Table& style, const ListedDevices& listed) {
  print_table(out, {.width = style.width}, listed.devices);
  print_chips(out, {.width = style.width}, listed.chips);
  out << '\n';
  print_gpus(out, style.width, listed.devices, listed.gpus);
}

}  // namespace warpshop::cli
