#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "calibrate/calibrate.hpp"
#include "calibrate/kernel_bed.hpp"
#include "calibrate/kernel_time.hpp"
#include "calibrate/lane.hpp"
#include "calibrate/opposing_copies.hpp"

namespace warpshop::calibrate {
namespace {

constexpr std::array<std::string_view, 3> kKernels{"stream", "arithmetic", "vector_add"};

/// Two sizes of a lane alone, where the profile says how long they take.
void check_alone(Meter& meter, const KnownLane& lane, std::vector<Recheck>& rechecks) {
  if (!lane.model.latency || !lane.model.alone) {
    return;
  }
  for (const Bytes size : {Bytes{lane.largest.count / 16}, lane.largest}) {
    const std::string what = lane.lane.name() + ' ' + std::to_string(size.count) + " B";
    rechecks.push_back({.what = what, .predicted = lane.time_alone(size), .measured = meter.measure(what, [&] {
                          return lane.lane.time_alone(size);
                        })});
  }
}

/// A lane beside an opposing one, as the time of a GiB, where the profile knows both.
void check_beside(Meter& meter, const KnownLane& lane, const KnownLane& opposing, std::vector<Recheck>& rechecks) {
  if (!lane.model.latency || !lane.model.alone || !lane.model.duplex || !opposing.model.latency ||
      !opposing.model.alone) {
    return;
  }
  constexpr Bytes kGiB{std::int64_t{1} << 30};
  const std::string what = lane.lane.name() + ".duplex, a GiB";
  const auto beside = measure_beside(meter, lane, opposing, what);
  const BytesPerSecond found = beside ? beside->bandwidth : *lane.model.alone;
  rechecks.push_back({.what = what,
                      .predicted = kGiB / *lane.model.duplex,
                      .measured = {.median = kGiB / found, .interval = {}, .samples = 1}});
}

void check_kernel(Meter& meter, const gpu::Device& device, const kernels::Kernel& kernel, const KernelModel& model,
                  std::vector<Recheck>& rechecks) {
  const KernelBed bed(device, kernel, largest_elements(meter, device, kernel));
  const std::string what = "kernels." + std::string(kernel.code.name) + ' ' + std::to_string(bed.elements());
  rechecks.push_back({.what = what, .predicted = model.time(bed.elements()), .measured = meter.measure(what, [&] {
                        return bed.time();
                      })});
}

}  // namespace

std::vector<Recheck> check(const gpu::Device& device, const Device& profile, const Options& options) {
  Meter meter(options);
  std::vector<Recheck> rechecks;
  options.progress("clocks");
  {
    const kernels::Kernel& kernel = *kernels::find("arithmetic");
    run_for(KernelBed(device, kernel, largest_elements(meter, device, kernel)), options.clock_warm_up);
  }
  const Bytes large{std::min(options.largest_copy.count / 2, std::int64_t{64} << 20)};
  for (const Memory memory : {Memory::pinned, Memory::pageable}) {
    options.progress(std::string(name(memory)) + " copies");
    const Lane in(device, memory, Direction::h2d, large);
    const Lane out(device, memory, Direction::d2h, large);
    const KnownLane h2d{.lane = in, .model = profile.transfer(memory, Direction::h2d), .largest = large};
    const KnownLane d2h{.lane = out, .model = profile.transfer(memory, Direction::d2h), .largest = large};
    check_alone(meter, h2d, rechecks);
    check_alone(meter, d2h, rechecks);
    if (memory == Memory::pinned && profile.dma_engines == 2) {
      check_beside(meter, h2d, d2h, rechecks);
      check_beside(meter, d2h, h2d, rechecks);
    }
  }
  for (const std::string_view kernel : kKernels) {
    if (const auto found = profile.kernels.find(kernel); found != profile.kernels.end() && found->second.timed()) {
      options.progress("kernel " + std::string(kernel));
      check_kernel(meter, device, *kernels::find(kernel), found->second, rechecks);
    }
  }
  return rechecks;
}

}  // namespace warpshop::calibrate
