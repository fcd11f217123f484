#include "cli/split_options.hpp"

#include <limits>
#include <optional>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "dispatch/split/gpu_part_time.hpp"
#include "kernels/kernel.hpp"
#include "sim/io/near_names.hpp"
#include "sim/model/error.hpp"
#include "sim/model/quantity.hpp"
#include "sim/split/assumed_cpu.hpp"

namespace warpshop::cli {
namespace {

/// `2e8` or `2e8 /s`, `0.2 /ns`: elements a second.
ElementsPerSecond rate_of(std::string_view option, const std::string& text) {
  const std::optional<Quantity> quantity = parse_quantity(text);
  const Unit* unit = quantity ? find_unit(kRateUnits, quantity->unit.empty() ? "/s" : quantity->unit) : nullptr;
  const std::optional<double> value = unit != nullptr ? to_double(*quantity, unit->exponent + 3) : std::nullopt;
  if (!value || !(*value >= 1e-3 && *value <= 1e18)) {
    throw InputError(
        fmt::format("{}: '{}' is no rate, expected elements a second, 0.001 to 1e18, such as 2e8", option, text));
  }
  return {*value};
}

Millis overhead_of(std::string_view option, const std::string& text) {
  const std::optional<Millis> time = parse_duration(text);
  if (!time) {
    throw InputError(fmt::format("{}: '{}' is no time, expected one such as 20 us", option, text));
  }
  return *time;
}

/// Throws InputError where the profile alone could say what the kernel takes, and the kernel is not one that is known.
const kernels::Kernel& known_kernel(const SplitOptions& options) {
  const kernels::Kernel* kernel = kernels::find(options.kernel);
  if (kernel != nullptr) {
    return *kernel;
  }
  std::vector<std::string> names;
  for (const kernels::Kernel& each : kernels::all()) {
    names.emplace_back(each.code.name);
  }
  const std::vector<std::string> near = near_names(options.kernel, names);
  throw InputError(fmt::format("'{}' is no kernel of warpshop{}, expected one of {}{}", options.kernel,
                               near.empty() ? "" : fmt::format(" (did you mean {}?)", fmt::join(near, ", ")),
                               fmt::join(names, ", "),
                               options.hardware.backend.empty() ? "; or --gpu-rate for one of your own" : ""));
}

}  // namespace

std::int64_t iteration_of(const SplitOptions& options) {
  const kernels::Kernel* kernel = options.gpu_rate.empty() || !options.hardware.backend.empty()
                                      ? &known_kernel(options)
                                      : kernels::find(options.kernel);
  if (kernel == nullptr) {
    return 1;
  }
  constexpr std::uint64_t kMost = std::numeric_limits<std::int32_t>::max();
  const auto unit = static_cast<std::uint64_t>(kernel->unit);
  if (options.elements % unit != 0 || options.elements > kMost) {
    throw InputError(fmt::format("--elements {}: kernel {} takes multiples of {} up to {}, expected one",
                                 options.elements, options.kernel, unit, kMost / unit * unit));
  }
  return kernel->unit;
}

void set_gpu(const SplitOptions& options, const Device* device, split::SplitProblem& problem,
             SplitComparison& comparison) {
  if (!options.gpu_rate.empty()) {
    const double iterations = rate_of("--gpu-rate", options.gpu_rate).value / static_cast<double>(comparison.iteration);
    problem.gpu = split::affine_gpu(overhead_of("--gpu-overhead", options.gpu_overhead), {iterations});
    return;
  }
  const kernels::Kernel& kernel = known_kernel(options);
  comparison.device = device->name;
  problem.gpu = [time = dispatch::gpu_part_time(*device, kernel),
                 unit = comparison.iteration](std::int64_t iterations) { return time(iterations * unit); };
  for (const std::string& path : dispatch::gpu_part_paths(kernel)) {
    if (device->assumed.contains(path)) {
      comparison.basis.assume(std::vector{path});
    }
  }
}

void set_cpu(const SplitOptions& options, const Device* device, split::SplitProblem& problem,
             SplitComparison& comparison) {
  if (!options.cpu_rate.empty()) {
    comparison.cpu_rate = rate_of("--cpu-rate", options.cpu_rate);
  } else {
    const Millis per_element =
        device == nullptr ? Millis{0} : *device->kernels.find(options.kernel)->second.per_element;
    if (device == nullptr || !device->sm || device->sm->count == 0 || per_element == Millis{0}) {
      throw InputError("nothing says how fast the CPU is, expected --cpu-rate");
    }
    comparison.cpu_rate_from = CpuRateFrom::assumed;
    comparison.cpu_rate = split::assumed_cpu_rate(per_element, device->sm->count);
  }
  comparison.cpu_overhead_assumed = options.cpu_overhead.empty();
  comparison.cpu_overhead = comparison.cpu_overhead_assumed ? split::kAssumedCpuOverhead
                                                            : overhead_of("--cpu-overhead", options.cpu_overhead);
  problem.cpu_assumed = comparison.cpu_rate_from == CpuRateFrom::assumed;
  problem.cpu = {.per_thread = {comparison.cpu_rate.value / static_cast<double>(comparison.iteration)},
                 .threads = static_cast<int>(comparison.cpu_threads),
                 .overhead = comparison.cpu_overhead};
}

}  // namespace warpshop::cli
