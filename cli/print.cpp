#include "cli/print.hpp"

#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "sim/report/shown_table.hpp"
#include "sim/report/wrap.hpp"

namespace warpshop::cli {
namespace {

/// The rest of the line of a GPU that was found.
std::string_view calibration(const KnownDevice* profile) {
  if (profile == nullptr) {
    return "not calibrated: run `warpshop calibrate`";
  }
  return profile->problem.empty() ? "calibrated" : "its profile cannot be used: run `warpshop calibrate`";
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

void print(std::ostream& out, const format::Table& style, const ListedDevices& listed) {
  const format::Table plain{.width = style.width};
  out << report::shown_table(listed, "devices").text(plain)
      << "\nChips that --device and `sm: {chip: ...}` know as well; nothing of them is measured, and what their link "
         "does is assumed:\n"
      << report::shown_table(listed, "chips").text(plain) << '\n';
  print_gpus(out, style.width, listed.devices, listed.gpus);
}

}  // namespace warpshop::cli
