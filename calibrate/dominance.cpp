#include "calibrate/dominance.hpp"

#include <string_view>

#include <fmt/format.h>

#include "calibrate/timed_kernel.hpp"

namespace warpshop::calibrate {
namespace {

std::string_view adjective(bool kernel) {
  return kernel ? "kernel-dominant" : "transfer-dominant";
}

/// What holds at the usual size, and the least size from which on it does.
std::string describe(const Device& profile, const kernels::Kernel& kernel, const KernelModel& model) {
  const std::int64_t usual = whole_units(kernel, static_cast<double>(kernel.usual_elements));
  const bool at_usual = kernel_dominant(profile, kernel, model, usual);
  std::int64_t from = usual;
  while (from > kernel.unit) {
    const std::int64_t half = whole_units(kernel, static_cast<double>(from) / 2);
    if (kernel_dominant(profile, kernel, model, half) != at_usual) {
      return fmt::format("{}: {} from about {} elements on", kernel.code.name, adjective(at_usual), from);
    }
    from = half;
  }
  return fmt::format("{}: {} at every size", kernel.code.name, adjective(at_usual));
}

}  // namespace

bool kernel_dominant(const Device& profile, const kernels::Kernel& kernel, const KernelModel& model,
                     std::int64_t elements) {
  const kernels::Layout layout = kernel.layout(elements);
  const Millis copies = profile.transfer(Memory::pinned, Direction::h2d).time_alone(layout.input) +
                        profile.transfer(Memory::pinned, Direction::d2h).time_alone(layout.output);
  return model.time(elements) > copies;
}

std::string describe_dominance(const Device& profile) {
  std::string text;
  for (const auto& [name, model] : profile.kernels) {
    if (const kernels::Kernel* kernel = kernels::find(name)) {
      text += (text.empty() ? "" : "; ") + describe(profile, *kernel, model);
    }
  }
  return text;
}

}  // namespace warpshop::calibrate
