#include "calibrate/kernel_figures.hpp"

#include <fmt/format.h>

#include "calibrate/context.hpp"
#include "calibrate/kernel_scaling.hpp"
#include "calibrate/kernel_time.hpp"
#include "calibrate/timed_kernel.hpp"
#include "kernels/gpu/handles.hpp"
#include "sim/model/occupancy.hpp"

namespace warpshop::calibrate {

CtaResources cta_resources(const gpu::Resources& resources) {
  return {.threads = resources.threads,
          .registers = resources.registers_per_thread,
          .shared_memory = resources.shared_memory,
          .per_sm = resources.ctas_per_sm};
}

KernelFigures measure_kernel(Meter& meter, const gpu::Device& device, const kernels::Kernel& kernel,
                             std::map<std::string, Confidence, std::less<>>& confidence) {
  KernelModel model;
  model.category = kernel.category;
  const TimedKernel small(device, kernel, whole_units(kernel, static_cast<double>(kernel.small_elements)));
  small.check_plain_result();
  const bool persistent = device.properties().persistent_kernels;
  const int sms = device.properties().sms;
  if (persistent) {
    model.cta = cta_resources(device.resources(kernel.code, gpu::Form::persistent));
    small.check_persistent_result(static_cast<std::uint32_t>(sms * model.cta->per_sm));
  }
  const TimedKernel timed(device, kernel, largest_elements(meter, device, kernel));
  const double fit_error = fit_kernel_time(meter, kernel, timed, model, confidence);
  if (persistent) {
    measure_persistent(meter, timed, "kernels." + std::string(kernel.code.name), sms,
                       static_cast<int>(model.cta->per_sm), model, confidence);
  }
  return {.model = model, .fit_error = fit_error};
}

std::string occupancy_differences(const gpu::Device& device) {
  const SmModel sm = sm_of(device.properties());
  std::string differences;
  for (const kernels::Kernel& kernel : kernels::all()) {
    for (const gpu::Form form : {gpu::Form::plain, gpu::Form::persistent}) {
      const gpu::Resources resources = device.resources(kernel.code, form);
      const std::int64_t computed = most_ctas_per_sm(sm, cta_resources(resources));
      if (computed != resources.ctas_per_sm) {
        differences += fmt::format("{}{} {}: formula {}, driver {}", differences.empty() ? "" : "; ", kernel.code.name,
                                   form == gpu::Form::plain ? "plain" : "persistent", computed, resources.ctas_per_sm);
      }
    }
  }
  return differences;
}

Measured measure_launch(Meter& meter, const gpu::Device& device) {
  constexpr int kLaunches = 100;
  const kernels::Kernel& kernel = *kernels::find("vector_add");
  const TimedKernel timed(device, kernel, kernel.unit);
  const gpu::Event start(device);
  const gpu::Event end(device);
  return meter.measure("launch_latency", [&] {
    timed.submit();
    timed.stream().record(start);
    for (int launch = 0; launch < kLaunches; ++launch) {
      timed.submit();
    }
    timed.stream().record(end);
    end.synchronize();
    return gpu::elapsed(start, end) / kLaunches;
  });
}

}  // namespace warpshop::calibrate
