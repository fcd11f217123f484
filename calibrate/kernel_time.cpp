#include "calibrate/kernel_time.hpp"

#include <algorithm>
#include <vector>

#include "sim/stats/line_fit.hpp"

namespace warpshop::calibrate {
namespace {

constexpr double kLargestStep = 64;
constexpr double kRounds = 4;           // subtasks of each CTA of the persistent form, at least
constexpr double kMostInput = 1 << 29;  // bytes
constexpr double kPartOfMemory = 16;

/// usual_elements, or as many more as give a large GPU enough subtasks.
double most_elements(const gpu::Device& device, const kernels::Kernel& kernel) {
  const auto usual = static_cast<double>(kernel.usual_elements);
  const kernels::Layout layout = kernel.layout(whole_units(kernel, usual));
  const gpu::Properties& chip = device.properties();
  const double ctas = chip.sms * device.resources(kernel.code, gpu::Form::persistent).ctas_per_sm;
  const double room = std::min(kMostInput, static_cast<double>(chip.memory.count) / kPartOfMemory);
  const double wanted = kRounds * ctas / layout.subtasks;
  return usual * std::max(1.0, std::min(wanted, room / static_cast<double>(layout.input.count)));
}

}  // namespace

std::int64_t largest_elements(const Meter& meter, const gpu::Device& device, const kernels::Kernel& kernel) {
  const double most = most_elements(device, kernel);
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
  return whole_units(kernel, elements);
}

double fit_kernel_time(Meter& meter, const kernels::Kernel& kernel, const TimedKernel& largest, KernelModel& model,
                       std::map<std::string, Confidence, std::less<>>& confidence) {
  const std::string path = "kernels." + std::string(kernel.code.name);
  std::vector<stats::Point> points;
  std::size_t samples = 0;
  const auto measure = [&](const TimedKernel& timed) {
    const Measured time = meter.measure(path + ' ' + std::to_string(timed.elements()), [&] { return timed.time(); });
    points.push_back({static_cast<double>(timed.elements()), time.median.count()});
    samples += time.samples;
  };
  measure(largest);
  for (int size = 1; size < meter.options().kernel_sizes; ++size) {
    const std::int64_t elements = whole_units(kernel, points.back().x / 2);
    if (static_cast<double>(elements) >= points.back().x) {
      break;  // one unit, again
    }
    measure(TimedKernel(largest.stream().device(), kernel, elements));
  }
  if (points.size() < 2) {
    model.per_element = Millis{points.front().y / points.front().x};
    model.invocation = Millis{0};
    confidence[path + ".per_element"] = {.samples = static_cast<std::int64_t>(samples)};
    return 0;
  }
  const stats::Line line = stats::fit_line(points);
  model.per_element = Millis{line.slope};
  model.invocation = Millis{line.intercept};
  confidence[path + ".per_element"] = relative_confidence(line.slope, line.slope_interval, samples);
  confidence[path + ".invocation"] = relative_confidence(line.intercept, line.intercept_interval, samples);
  return line.worst_error;
}

}  // namespace warpshop::calibrate
