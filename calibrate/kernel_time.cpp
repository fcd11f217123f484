#include "calibrate/kernel_time.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "calibrate/beyond_cache.hpp"

namespace warpshop::calibrate {
namespace {

constexpr double kLargestStep = 64;
constexpr double kRounds = 4;           // subtasks of each CTA of the persistent form, at least
constexpr double kMostInput = 1 << 30;  // bytes
constexpr double kPartOfMemory = 16;
constexpr double kLeastRange = 2;  // of the sizes beyond the cache, for the sake of the line through them

/// That the device holds at once; 0 where it has none.
double persistent_ctas(const gpu::Device& device, const kernels::Kernel& kernel) {
  const gpu::Properties& chip = device.properties();
  return chip.persistent_kernels ? chip.sms * device.resources(kernel.code, gpu::Form::persistent).ctas_per_sm : 0;
}

/// usual_elements, or as many more as give a large GPU enough subtasks, and enough data for its L2 cache.
double most_elements(const Meter& meter, const gpu::Device& device, const kernels::Kernel& kernel) {
  const auto usual = static_cast<double>(kernel.usual_elements);
  const kernels::Layout layout = kernel.layout(whole_units(kernel, usual));
  const gpu::Properties& chip = device.properties();
  const double ctas = persistent_ctas(device, kernel);
  const double room = std::min(kMostInput, static_cast<double>(chip.memory.count) / kPartOfMemory);
  const double for_ctas = kRounds * ctas / layout.subtasks;
  const double for_cache = meter.options().caches_of_data * static_cast<double>(chip.l2_cache.count) /
                           static_cast<double>(layout.data().count);
  return usual * std::max(1.0, std::min(std::max(for_ctas, for_cache), room / static_cast<double>(layout.input.count)));
}

/// So many that the line has something to go by: however long they take.
std::int64_t least_elements(const gpu::Device& device, const kernels::Kernel& kernel) {
  const auto cache = static_cast<double>(device.properties().l2_cache.count);
  return cache > 0 ? elements_with(kernel, kLeastRange * kBeyondCache * cache) : kernel.unit;
}

}  // namespace

std::int64_t largest_elements(const Meter& meter, const gpu::Device& device, const kernels::Kernel& kernel) {
  const double most = most_elements(meter, device, kernel);
  auto elements = static_cast<double>(whole_units(kernel, static_cast<double>(kernel.small_elements)));
  while (elements < most) {
    const TimedKernel timed(device, kernel, whole_units(kernel, elements));
    timed.time();  // the first launch loads the code
    const double room = meter.options().longest_kernel / timed.time();
    if (room < 2) {
      break;
    }
    // A small size says too little of a large one for more than this at once: it may not fill the device.
    elements = std::min(most, elements * std::min(room, kLargestStep));
  }
  const auto least = std::min(static_cast<double>(least_elements(device, kernel)), most);
  return whole_units(kernel, std::max(elements, least));
}

std::int64_t steady_elements(const gpu::Device& device, const kernels::Kernel& kernel) {
  const std::int64_t usual = whole_units(kernel, static_cast<double>(kernel.usual_elements));
  const double ctas = persistent_ctas(device, kernel);
  const double for_ctas = static_cast<double>(usual) * kRounds * ctas / kernel.layout(usual).subtasks;
  const std::int64_t least = std::max(least_elements(device, kernel), kernel.small_elements);
  return whole_units(kernel, std::max(static_cast<double>(least), std::ceil(for_ctas)));
}

double fit_kernel_time(Meter& meter, const kernels::Kernel& kernel, const TimedKernel& largest, KernelModel& model,
                       std::map<std::string, Confidence, std::less<>>& confidence) {
  const std::string path = "kernels." + std::string(kernel.code.name);
  const gpu::Device& device = largest.stream().device();
  const Bytes cache = device.properties().l2_cache;
  std::vector<SizeTime> sizes;
  std::size_t samples = 0;
  const auto measure = [&](const TimedKernel& timed) {
    const Measured time = meter.measure(path + ' ' + std::to_string(timed.elements()), [&] { return timed.time(); });
    sizes.push_back({timed.elements(), kernel.layout(timed.elements()).data(), time.median});
    samples += time.samples;
  };
  for (const std::int64_t elements : falling_sizes(kernel, largest.elements(), meter.options().kernel_sizes, cache)) {
    if (elements == largest.elements()) {
      measure(largest);
    } else {
      measure(TimedKernel(device, kernel, elements));
    }
  }
  const stats::Line line = fit_beyond_cache(sizes, cache);
  model.per_element = Millis{line.slope};
  model.invocation = Millis{line.intercept};
  if (sizes.size() < 2) {
    confidence[path + ".per_element"] = {.samples = static_cast<std::int64_t>(samples)};
    return 0;
  }
  confidence[path + ".per_element"] = relative_confidence(line.slope, line.slope_interval, samples);
  confidence[path + ".invocation"] = relative_confidence(line.intercept, line.intercept_interval, samples);
  return line.worst_error;
}

}  // namespace warpshop::calibrate
