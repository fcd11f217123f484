#include <algorithm>
#include <array>
#include <string_view>

#include "calibrate/calibrate.hpp"
#include "calibrate/kernel_bed.hpp"
#include "calibrate/kernel_time.hpp"
#include "calibrate/lane.hpp"
#include "sim/model/device_error.hpp"

namespace warpshop::calibrate {
namespace {

constexpr std::array<std::string_view, 3> kKernels{"stream", "arithmetic", "vector_add"};

}  // namespace

std::vector<Recheck> check(const gpu::Device& device, const Device& profile, const Options& options) {
  Meter meter(options);
  std::vector<Recheck> rechecks;
  for (const Memory memory : {Memory::pinned, Memory::pageable}) {
    for (const Direction direction : {Direction::h2d, Direction::d2h}) {
      const TransferModel& model = profile.transfer(memory, direction);
      const Bytes large{std::min(options.largest_copy.count / 4, std::int64_t{64} << 20)};
      const Lane lane(device, memory, direction, large);
      options.progress(lane.name());
      for (const Bytes size : {Bytes{large.count / 16}, large}) {
        const std::string what = lane.name() + ' ' + std::to_string(size.count) + " B";
        rechecks.push_back({.what = what,
                            .predicted = model.latency + size / model.alone_at(size),
                            .measured = meter.measure(what, [&] { return lane.time_alone(size); })});
      }
    }
  }
  for (const std::string_view name : kKernels) {
    const kernels::Kernel& kernel = *kernels::find(name);
    const auto found = profile.kernels.find(name);
    if (found == profile.kernels.end()) {
      continue;
    }
    options.progress("kernel " + std::string(name));
    const KernelBed bed(device, kernel, largest_elements(meter, device, kernel));
    const std::string what = "kernels." + std::string(name) + ' ' + std::to_string(bed.elements());
    rechecks.push_back(
        {.what = what,
         .predicted = found->second.invocation + static_cast<double>(bed.elements()) * found->second.per_element,
         .measured = meter.measure(what, [&] { return bed.time(); })});
  }
  return rechecks;
}

}  // namespace warpshop::calibrate
