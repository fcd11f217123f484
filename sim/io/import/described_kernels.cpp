#include "sim/io/import/described_kernels.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "sim/io/import/kernel_names.hpp"
#include "sim/model/error.hpp"
#include "sim/stats/median.hpp"

namespace warpshop::io {
namespace {

/// What launches of one kernel have in common.
struct Alike {
  std::string kernel;  ///< in full: instances of a template are others
  std::string process;
  std::int64_t ctas = 1;
  CtaResources cta;
  auto operator<=>(const Alike& other) const {
    return std::tie(kernel, process, ctas, cta.threads, cta.registers, cta.shared_memory.count) <=>
           std::tie(other.kernel, other.process, other.ctas, other.cta.threads, other.cta.registers,
                    other.cta.shared_memory.count);
  }
  bool operator==(const Alike& other) const = default;
};

struct Kernel {
  Alike what;
  Mark mark;
  std::vector<double> times, computes, memories;
  bool says_registers = true;
};

class Described {
 public:
  explicit Described(const std::string& file) : file_(file) {}

  void add(const NcuLaunch& launch) {
    const Alike what{.kernel = launch.kernel,
                     .process = launch.process,
                     .ctas = whole(launch, launch.ctas, "CTAs", 1),
                     .cta = {.threads = whole(launch, launch.threads, "threads of a CTA", 1),
                             .registers = whole(launch, launch.registers, "registers of a thread", 0),
                             .shared_memory = Bytes{
                                 whole(launch, launch.static_shared.value_or(0) + launch.dynamic_shared.value_or(0),
                                       "bytes of shared memory", 0)}}};
    const auto [place, is_new] = places_.try_emplace(what, kernels_.size());
    if (is_new) {
      kernels_.push_back({.what = what, .mark = launch.mark, .says_registers = launch.registers.has_value()});
    }
    Kernel& kernel = kernels_[place->second];
    constexpr double kLongestLaunch = 1e12;  // ms, as of workloads
    if (launch.duration->count() > kLongestLaunch) {
      refuse(launch, "takes longer than 1e12 ms");
    }
    constexpr double kMostCtasPerMilli = 1e15;  // CTAs per ms, as of workloads
    if (static_cast<double>(what.ctas) / launch.duration->count() > kMostCtasPerMilli) {
      refuse(launch, fmt::format("is too short for {} CTAs", what.ctas));
    }
    kernel.times.push_back(launch.duration->count());
    add_percent(launch, launch.compute, kernel.computes);
    add_percent(launch, launch.memory, kernel.memories);
  }

  std::vector<Task> tasks(DescribedKernels& found) const {
    std::map<std::string, std::size_t> used;
    std::map<std::string, std::size_t> processes;  // in the order of their first launches, from 1
    for (const Kernel& kernel : kernels_) {
      ++used[short_name(kernel.what.kernel)];
      processes.try_emplace(kernel.what.process, processes.size() + 1);
    }
    std::map<std::string, std::size_t> numbers;
    std::vector<Task> all;
    all.reserve(kernels_.size());
    for (const Kernel& kernel : kernels_) {
      found.unsaid_registers += kernel.says_registers ? 0 : 1;
      found.unsaid_compute += kernel.computes.empty() ? 1 : 0;
      found.unsaid_memory += kernel.memories.empty() ? 1 : 0;
      Task& task = all.emplace_back();
      const std::string name = short_name(kernel.what.kernel);
      task.name = used.at(name) == 1 ? name : fmt::format("{}-{}", name, ++numbers[name]);
      task.kernel.emplace();
      task.kernel->work = shape(kernel);
      task.count = static_cast<std::uint32_t>(kernel.times.size());
      task.mark = kernel.mark;
      if (processes.size() > 1) {
        task.family = fmt::format("process-{}", processes.at(kernel.what.process));
      }
    }
    return all;
  }

 private:
  [[noreturn]] void refuse(const NcuLaunch& launch, std::string_view what) const {
    throw InputError(file_, launch.mark, fmt::format("kernel {} {}", short_name(launch.kernel), what));
  }
  std::int64_t whole(const NcuLaunch& launch, const std::optional<double>& value, std::string_view of,
                     std::int64_t least) const {
    const double number = value.value_or(0);
    if (number != std::floor(number) || number < static_cast<double>(least) ||
        number > static_cast<double>(kLargestCount)) {
      refuse(launch, fmt::format("has {} {}, expected a whole number, {} to {}", number, of, least, kLargestCount));
    }
    return static_cast<std::int64_t>(number);
  }
  /// Profilers print a little more than 100 % where counters were read one after the other.
  void add_percent(const NcuLaunch& launch, const std::optional<double>& value, std::vector<double>& all) const {
    constexpr double kMostPrinted = 110;
    if (value && *value > kMostPrinted) {
      refuse(launch, fmt::format("uses {} %, expected 100 % at most", *value));
    }
    if (value) {
      all.push_back(std::min(*value, 100.0));
    }
  }
  static std::optional<Utilization> use(const std::vector<double>& percents) {
    constexpr double kDigits = 1000;  // two decimals of a per cent are printed; a mean of two has three
    return percents.empty()
               ? std::nullopt
               : std::optional(Utilization{std::round(stats::median(percents) * kDigits) / (100 * kDigits)});
  }
  static KernelShape shape(const Kernel& kernel) {
    KernelShape shape{.time = Millis{stats::median(kernel.times)},
                      .ctas = kernel.what.ctas,
                      .cta = kernel.what.cta,
                      .use = {.compute = use(kernel.computes), .memory = use(kernel.memories)}};
    shape.category = category_by(shape.use);
    return shape;
  }

  const std::string& file_;
  std::map<Alike, std::size_t> places_;
  std::vector<Kernel> kernels_;
};

}  // namespace

DescribedKernels described_kernels(const std::vector<NcuLaunch>& launches, const std::string& file,
                                   const std::string& name, const std::optional<std::string>& gpu) {
  DescribedKernels found;
  found.workload.name = name;
  const std::string wanted = gpu ? *gpu : launches.empty() ? "" : launches.front().device;
  Described described(file);
  for (const NcuLaunch& launch : launches) {
    const bool measured = launch.duration && launch.duration->count() > 0 && launch.ctas.value_or(0) > 0 &&
                          launch.threads.value_or(0) > 0;
    if (launch.device != wanted) {
      ++found.other_gpus;
    } else if (!measured) {
      ++found.left_out;
    } else {
      described.add(launch);
      ++found.launches;
    }
  }
  if (found.launches == 0) {
    throw InputError(file, {},
                     found.other_gpus > 0 && gpu
                         ? fmt::format("has no launch on GPU {}, expected the number of one that it has", wanted)
                         : std::string("has no launch with its duration, grid and CTA, expected sections LaunchStats "
                                       "and SpeedOfLight, which `ncu --csv` prints by default, or the metrics "
                                       "gpu__time_duration.sum, launch__grid_size and launch__block_size"));
  }
  found.workload.tasks = described.tasks(found);
  return found;
}

}  // namespace warpshop::io
