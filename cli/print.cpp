#include "cli/print.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "sim/report/shown_table.hpp"
#include "sim/report/wrap.hpp"

namespace warpshop::cli {
namespace {

/// The rest of the line of a GPU that was found.
std::string calibration(const InstalledGpu& gpu, const KnownDevice* profile) {
  if (profile != nullptr && profile->problem.empty()) {
    return "calibrated";
  }
  return fmt::format("{}: run `warpshop calibrate{}{}`",
                     profile == nullptr ? "not calibrated" : "its profile cannot be used",
                     gpu.backend == "cuda" ? "" : " --backend " + gpu.backend,
                     gpu.number == 0 ? "" : fmt::format(" --gpu {}", gpu.number));
}

void print_gpus(std::ostream& out, std::size_t width, const std::vector<KnownDevice>& devices,
                const std::vector<InstalledGpu>& gpus) {
  const auto is_nvidias = [](const InstalledGpu& gpu) { return gpu.backend == "cuda"; };
  if (std::none_of(gpus.begin(), gpus.end(), is_nvidias)) {
    out << "No NVIDIA GPU was found on this machine.\n";
  }
  for (const InstalledGpu& gpu : gpus) {
    out << report::wrapped_lines(fmt::format("{} found: {} ({}), {}", is_nvidias(gpu) ? "GPU" : "OpenCL device",
                                             gpu.model, gpu.uuid, calibration(gpu, profile_of(gpu, devices))),
                                 width, 2);
  }
}

}  // namespace

void print(std::ostream& out, const format::Table& style, const ListedDevices& listed) {
  const format::Table plain{.width = style.width};
  out << report::shown_table(listed, "devices").text(plain)
      << "\nChips that --device and `sm: {chip: ...}` know as well; nothing of them is measured, and what their link "
         "does is assumed:\n"
      << report::shown_table(listed, "chips").text(plain) << '\n';
  print_gpus(out, style.width, listed.devices, listed.gpus);
}

}  // namespace warpshop::cli
