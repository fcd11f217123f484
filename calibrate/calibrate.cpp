#include "calibrate/calibrate.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>

#include <fmt/format.h>

#include "calibrate/beside_others.hpp"
#include "calibrate/beyond_cache.hpp"
#include "calibrate/context.hpp"
#include "calibrate/dominance.hpp"
#include "calibrate/interference.hpp"
#include "calibrate/kernel_figures.hpp"
#include "calibrate/kernel_time.hpp"
#include "calibrate/near_cpus.hpp"
#include "calibrate/process_switch.hpp"
#include "calibrate/round_figures.hpp"
#include "calibrate/stream_gaps.hpp"
#include "calibrate/timed_kernel.hpp"
#include "calibrate/transfers.hpp"
#include "kernels/kernel.hpp"
#include "sim/model/context_switch.hpp"
#include "sim/model/error.hpp"
#include "sim/model/rough_time.hpp"

namespace warpshop::calibrate {
namespace {

/// Runs one step, and names it in the DeviceError that it may throw. remark: for whoever watches.
template <class Step>
void step(const Options& options, const std::string& name, const Step& run, const std::string& remark = "") {
  options.progress(name + remark);
  try {
    run();
  } catch (const DeviceError& error) {
    throw error.during(name);
  }
}

/// Kernels take most of the time, and each about as long.
class KernelPace {
 public:
  explicit KernelPace(std::size_t kernels) : left_(kernels) {}

  /// Before each kernel: `, about 12 s left`, once one has been measured.
  std::string next() {
    const auto now = std::chrono::steady_clock::now();
    const Millis each = begun_ == 0 ? Millis{0} : Millis(now - start_) / static_cast<double>(begun_);
    start_ = begun_ == 0 ? now : start_;
    const std::size_t left = left_ - std::min(left_, begun_);
    return begun_++ == 0 ? "" : fmt::format(", {} left", rough(each * static_cast<double>(left)));
  }

 private:
  std::size_t left_;
  std::size_t begun_ = 0;
  std::chrono::steady_clock::time_point start_;
};

/// The same work of pure arithmetic before and after everything else shows whether the clocks held still.
class ClockWatch {
 public:
  ClockWatch(Meter& meter, const gpu::Device& device)
      : meter_(meter),
        kernel_(*kernels::find("arithmetic")),
        timed_(device, kernel_, largest_elements(meter, device, kernel_)) {}

  void warm_up() const { run_for(timed_, meter_.options().clock_warm_up); }
  void look(const std::string& when) {
    times_.push_back(meter_.measure("arithmetic kernel, " + when, [&] { return timed_.time(); }).median);
  }
  std::string verdict() const {
    const auto [least, most] = std::minmax_element(times_.begin(), times_.end());
    return fmt::format("the same arithmetic took {:.2f} % longer at its slowest than at its fastest of {} times",
                       (*most / *least - 1) * 100, times_.size());
  }

 private:
  Meter& meter_;
  const kernels::Kernel& kernel_;
  TimedKernel timed_;
  std::vector<Millis> times_;
};

/// Memory bandwidth as the streaming kernel sees it: bytes read and written, over its time.
BytesPerSecond memory_bandwidth(Meter& meter, const gpu::Device& device,
                                std::map<std::string, Confidence, std::less<>>& confidence) {
  const kernels::Kernel& stream = *kernels::find("stream");
  const TimedKernel timed(device, stream, largest_elements(meter, device, stream));
  const kernels::Layout layout = stream.layout(timed.elements());
  const Measured time = meter.measure("memory bandwidth", [&] { return timed.time(); });
  confidence["memory.bandwidth"] = inverse(time.confidence());
  return {static_cast<double>(layout.input.count + layout.output.count) /
          std::chrono::duration<double>(time.median).count()};
}

std::string name_outliers(const std::vector<Series>& all) {
  std::size_t samples = 0;
  std::size_t outliers = 0;
  const Series* worst = nullptr;
  for (const Series& series : all) {
    samples += series.samples.size();
    outliers += series.outliers.size();
    if (!series.outliers.empty() && (worst == nullptr || series.outliers.size() > worst->outliers.size())) {
      worst = &series;
    }
  }
  return fmt::format("{} of {} samples lie beyond five robust standard deviations of their median and are kept{}",
                     outliers, samples,
                     worst == nullptr ? "" : fmt::format("; most, {}, in {}", worst->outliers.size(), worst->name));
}

/// Where no second process can use the device the profile is without it, and says why.
void measure_context_switch(Meter& meter, const gpu::Device& device, Device& profile) {
  const kernels::Kernel& tiny = *kernels::find("vector_add");
  const TimedKernel kernel(device, tiny, tiny.unit);
  try {
    const Measured found = measure_process_switch(meter, ping_pong(kernel, meter.options().start_peer()));
    profile.context_switch = std::max(Millis{0}, found.median);
    profile.confidence[kContextSwitchPath] = found.confidence();
  } catch (const DeviceError& error) {
    profile.provenance["context switch"] = std::string("not measured: ") + error.what();
  }
}

/// Pinned bandwidth beside what the link could carry at most.
std::string link_use(const Device& profile, BytesPerSecond peak) {
  const auto share = [&](Direction direction) {
    const BytesPerSecond alone = *profile.transfer(Memory::pinned, direction).alone;
    return fmt::format("{:.1f} GB/s ({:.0f} %)", alone.value / 1e9, alone.value / peak.value * 100);
  };
  return fmt::format("pinned copies in at {}, out at {} of {:.1f} GB/s; 80 to 90 % is usual", share(Direction::h2d),
                     share(Direction::d2h), peak.value / 1e9);
}

std::string describe_cache(Bytes cache) {
  constexpr double kMebi = 1 << 20;
  return fmt::format(
      "{:.4g} MiB of L2; kernels are timed on at least {} times as much data, read and written: where "
      "they find their data in L2 they are faster than this profile says",
      static_cast<double>(cache.count) / kMebi, kBeyondCache);
}

/// What takes the persistent form: resources of CTAs, rates by CTAs and by SMs, evictions, kernels beside each other.
void leave_out_sharing(const Options& options, Device& profile) {
  const std::string text = "not measured: kernels of the persistent form, which tell it, cannot run here";
  profile.provenance["sharing"] = text;
  options.warn("how kernels use and share SMs is " + text);
}

/// Copies no larger than leave space for all four ways of copying, and for the kernels, in the memory of the device.
Options fitting(Options options, const gpu::Device& device) {
  constexpr std::int64_t kPart = 8;
  options.largest_copy = std::min(options.largest_copy, Bytes{device.properties().memory.count / kPart});
  return options;
}

}  // namespace

Calibration calibrate(const gpu::Device& device, const std::string& name, const Options& asked) {
  const Options options = fitting(asked, device);
  const NearCpus near_cpus(device.properties().pci_address);
  Meter meter(options);
  Calibration result;
  Device& profile = result.device;
  profile.name = name;
  const bool persistent = device.properties().persistent_kernels;
  if (persistent) {
    profile.sm = sm_of(device.properties());
  }
  profile.memory_size = device.properties().memory;
  std::optional<ClockWatch> clocks;
  step(options, "clocks", [&] {
    clocks.emplace(meter, device);
    clocks->warm_up();
    clocks->look("at the start");
  });
  step(options, "transfers", [&] {
    Transfers transfers(meter, device);
    transfers.measure(profile);
    profile.provenance = describe(device.properties());  // the link is awake now
    if (const auto peak = link_peak(device.properties())) {
      profile.provenance["link use"] = link_use(profile, *peak);
    }
    const kernels::Kernel& stream = *kernels::find("stream");
    options.progress("copies beside a kernel");
    profile.interference =
        measure_interference(meter, TimedKernel(device, stream, largest_elements(meter, device, stream)),
                             transfers.pinned(Direction::h2d), transfers.pinned(Direction::d2h));
    clocks->look("after the transfers");
  });
  step(options, "launches", [&] {
    const Measured launch = measure_launch(meter, device);
    profile.launch_latency = launch.median;
    profile.confidence["launch_latency"] = launch.confidence();
    const kernels::Kernel& kernel = *kernels::find("vector_add");
    const StreamGaps gaps = measure_stream_gaps(meter, TimedKernel(device, kernel, kernel.small_elements));
    profile.gaps = gaps.none() ? std::nullopt : std::optional(gaps);
  });
  if (options.start_peer) {
    step(options, "changes of context", [&] { measure_context_switch(meter, device, profile); });
  }
  std::vector<double> fit_errors;
  KernelPace pace(kernels::all().size());
  for (const kernels::Kernel& kernel : kernels::all()) {
    const std::string kernel_name{kernel.code.name};
    if (!options.kernels.empty() &&
        std::find(options.kernels.begin(), options.kernels.end(), kernel_name) == options.kernels.end()) {
      continue;
    }
    step(
        options, "kernel " + kernel_name,
        [&] {
          const KernelFigures figures = measure_kernel(meter, device, kernel, profile.confidence);
          profile.kernels[kernel_name] = figures.model;
          fit_errors.push_back(figures.fit_error);
        },
        pace.next());
  }
  if (!fit_errors.empty()) {
    profile.provenance["kernel fit"] = fmt::format(
        "per_element and invocation meet the sizes measured within {:.1f} % for half of the kernels, within "
        "{:.1f} % for all",
        stats::median(fit_errors) * 100, *std::max_element(fit_errors.begin(), fit_errors.end()) * 100);
  }
  if (persistent) {
    step(options, "kernels beside each other", [&] { measure_beside_others(meter, device, profile); });
    const std::string differences = occupancy_differences(device);
    profile.provenance["occupancy"] =
        differences.empty() ? "the formula and the driver agree for every kernel in both forms" : differences;
  } else {
    leave_out_sharing(options, profile);
  }
  step(options, "memory bandwidth",
       [&] { profile.memory_bandwidth = memory_bandwidth(meter, device, profile.confidence); });
  step(options, "clocks", [&] { clocks->look("at the end"); });
  profile.provenance["clocks"] = clocks->verdict();
  if (!near_cpus.text().empty()) {
    profile.provenance["cpus"] = near_cpus.text();
  }
  profile.provenance["outliers"] = name_outliers(meter.series());
  if (const Bytes cache = device.properties().l2_cache; cache.count > 0) {
    profile.provenance["cache"] = describe_cache(cache);
  }
  const int engines = device.properties().copy_engines;
  profile.provenance["copy engines"] = engines == 0
                                           ? fmt::format("{} seen, the driver does not say", profile.dma_engines)
                                           : fmt::format("{} seen, the driver says {}", profile.dma_engines, engines);
  profile.provenance["dominance"] = describe_dominance(profile);
  profile.provenance["source"] = "warpshop calibrate";
  round_figures(profile);
  result.series = meter.series();
  return result;
}

}  // namespace warpshop::calibrate
