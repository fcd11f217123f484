#include "dispatch/validation/host_work.hpp"

#include <chrono>
#include <cstring>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace warpshop::dispatch {
namespace {

constexpr std::uint64_t kSampleSeed = 2718;
constexpr std::size_t kTouched = 4 << 20;
constexpr double kTimesWritten = 2;  // by us, and by a copy of pageable memory

using Clock = std::chrono::steady_clock;

Millis time_to_touch_a_byte() {
  const auto start = Clock::now();
  const std::vector<std::byte> memory(kTouched);
  return Millis(Clock::now() - start) / static_cast<double>(memory.size());
}

}  // namespace

HostTimes sampled_host_times(const kernels::Kernel& kernel, std::int64_t elements) {
  const std::int64_t small = kernels::whole_units(kernel, static_cast<double>(kernel.small_elements));
  const kernels::Layout layout = kernel.layout(small);
  std::vector<std::byte> input(static_cast<std::size_t>(layout.input.count));
  std::vector<std::byte> output(static_cast<std::size_t>(layout.output.count));
  const auto start = Clock::now();
  kernel.fill(input, small, kSampleSeed);
  kernel.reference(input, output, small);
  const auto prepared = Clock::now();
  const std::vector<std::byte> found = output;
  const double error = kernel.error(output, found);
  const auto compared = Clock::now();
  const double times = static_cast<double>(elements) / static_cast<double>(small);
  return {.prepare = Millis(prepared - start) * times,
          .compare = error <= kernel.tolerance ? Millis(compared - prepared) * times : Millis{0},
          .touch = time_to_touch_a_byte()};
}

Millis host_work(const Workload& realised, std::size_t processes, std::size_t checked, const HostSample& sample) {
  std::map<std::pair<std::string, std::int64_t>, HostTimes> known;
  Millis preparing{0};
  Millis comparing{0};
  for (const Task& task : realised.tasks) {
    if (!task.kernel) {
      continue;
    }
    const auto& call = std::get<KernelCall>(task.kernel->work);
    const kernels::Kernel& kernel = *kernels::find(call.name);
    auto found = known.find({call.name, call.elements});
    if (found == known.end()) {
      found = known.emplace(std::pair{call.name, call.elements}, sample(kernel, call.elements)).first;
      preparing += found->second.prepare;
    }
    const kernels::Layout layout = kernel.layout(call.elements);
    const auto written = static_cast<double>(layout.data().count + layout.output.count);
    comparing += (found->second.compare + found->second.touch * (kTimesWritten * written)) * task.count;
  }
  return preparing * static_cast<double>(processes) + comparing * static_cast<double>(checked);
}

}  // namespace warpshop::dispatch
