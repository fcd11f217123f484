#include "calibrate/recheck.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "calibrate/copy_stream.hpp"
#include "calibrate/kernel_time.hpp"
#include "calibrate/near_cpus.hpp"
#include "calibrate/opposing_copies.hpp"
#include "calibrate/timed_kernel.hpp"

namespace warpshop::calibrate {
namespace {

constexpr std::array<std::string_view, 3> kKernels{"stream", "arithmetic", "vector_add"};

/// Two sizes of copies alone, where the profile says how long they take.
void check_alone(Meter& meter, const KnownCopies& copies, std::vector<Recheck>& rechecks) {
  if (!copies.model.latency || !copies.model.alone) {
    return;
  }
  for (const Bytes size : {Bytes{copies.largest.count / 16}, copies.largest}) {
    const std::string what = copies.stream.name() + ' ' + std::to_string(size.count) + " B";
    rechecks.push_back({.what = what, .predicted = copies.time_alone(size), .measured = meter.measure(what, [&] {
                          return copies.stream.time_alone(size);
                        })});
  }
}

/// Copies beside opposing ones, as the time of a GiB, where the profile knows both.
void check_beside(Meter& meter, const KnownCopies& copies, const KnownCopies& opposing,
                  std::vector<Recheck>& rechecks) {
  if (!copies.model.latency || !copies.model.alone || !copies.model.duplex || !opposing.model.latency ||
      !opposing.model.alone) {
    return;
  }
  constexpr Bytes kGiB{std::int64_t{1} << 30};
  const std::string what = copies.stream.name() + ".duplex, a GiB";
  const auto beside = measure_beside(meter, copies.at_most(meter.options().largest_opposed),
                                     opposing.at_most(meter.options().largest_opposed), what);
  const BytesPerSecond found = beside ? beside->bandwidth : *copies.model.alone;
  rechecks.push_back({.what = what,
                      .predicted = kGiB / *copies.model.duplex,
                      .measured = {.median = kGiB / found, .interval = {}, .samples = 1}});
}

void check_kernel(Meter& meter, const gpu::Device& device, const kernels::Kernel& kernel, const KernelModel& model,
                  std::vector<Recheck>& rechecks) {
  const TimedKernel timed(device, kernel, largest_elements(meter, device, kernel));
  const std::string what = "kernels." + std::string(kernel.code.name) + ' ' + std::to_string(timed.elements());
  rechecks.push_back({.what = what, .predicted = model.time(timed.elements()), .measured = meter.measure(what, [&] {
                        return timed.time();
                      })});
}

}  // namespace

std::vector<Recheck> check(const gpu::Device& device, const Device& profile, const Options& options) {
  const NearCpus near_cpus(device.properties().pci_address);
  Meter meter(options);
  std::vector<Recheck> rechecks;
  options.progress("clocks");
  {
    const kernels::Kernel& kernel = *kernels::find("arithmetic");
    run_for(TimedKernel(device, kernel, largest_elements(meter, device, kernel)), options.clock_warm_up);
  }
  const Bytes large{std::min(options.largest_copy.count, std::int64_t{64} << 20)};
  for (const Memory memory : {Memory::pinned, Memory::pageable}) {
    options.progress(std::string(name(memory)) + " copies");
    const CopyStream in(device, memory, Direction::h2d, large);
    const CopyStream out(device, memory, Direction::d2h, large);
    const KnownCopies h2d{.stream = in, .model = profile.transfer(memory, Direction::h2d), .largest = large};
    const KnownCopies d2h{.stream = out, .model = profile.transfer(memory, Direction::d2h), .largest = large};
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
