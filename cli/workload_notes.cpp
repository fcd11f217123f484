#include "cli/workload_notes.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "cli/output.hpp"
#include "sim/model/short_copies.hpp"
#include "sim/report/recorded_text.hpp"
#include "sim/share/share_policies.hpp"

namespace warpshop::cli {

void note_short_copies(const OutputOptions& options, const Workload& workload, std::span<const Device> devices) {
  const auto found = short_copies(workload, devices);
  if (!found) {
    return;
  }
  const Millis latency = *found->device.transfer(found->copy.memory, found->direction).latency;
  const std::string others = found->tasks == 1 ? "" : fmt::format(" (the first of {} such tasks)", found->tasks);
  note(options, fmt::format("{}:{}:{}: the {} of task '{}'{} takes less than ten latencies of {}, {:.6g} us each: much "
                            "of such a duration is latency, which opposing copies do not slow down; a size, or the "
                            "latency beside the time, would be more exact",
                            workload.file, found->copy.mark.line, found->copy.mark.column, name(found->direction),
                            found->first.name, others, found->device.name, latency.count() * 1e3));
}

void note_issue(const OutputOptions& options, const Workload& workload, std::span<const Device> devices) {
  const auto pageable = [](const std::optional<CopySpec>& copy) { return copy && copy->memory == Memory::pageable; };
  const auto task = std::find_if(workload.tasks.begin(), workload.tasks.end(),
                                 [&](const Task& each) { return pageable(each.h2d) || pageable(each.d2h); });
  if (!workload.submit && workload.recorded_on.empty() && workload.size() > 1 && task != workload.tasks.end()) {
    note(options, fmt::format("{}:{}:{}: a copy of pageable memory holds up the thread that issues it; taken for a "
                              "thread a task, as the workload does not say submit: one_thread or thread_per_task",
                              workload.file, task->mark.line, task->mark.column));
  }
  const auto both_ways = [&] {
    return std::any_of(workload.tasks.begin(), workload.tasks.end(), [](const Task& each) { return each.h2d; }) &&
           std::any_of(workload.tasks.begin(), workload.tasks.end(), [](const Task& each) { return each.d2h; });
  };
  const auto device = std::find_if(devices.begin(), devices.end(), [](const Device& each) {
    return each.dma_engines == 1 && !each.compute_capability;
  });
  if (device != devices.end() && workload.size() > 1 && both_ways()) {
    note(options, fmt::format("{}: {} has one copy engine and does not say its compute_capability; taken for 3.5 or "
                              "more, as below that copies stand in one queue as they are issued",
                              workload.file, device->name));
  }
}

void note_recorded_kernels(const OutputOptions& options, const Workload& workload, std::span<const Device> devices,
                           double compute) {
  const bool elsewhere = !workload.recorded_on.empty() && compute == 1 &&
                         std::any_of(devices.begin(), devices.end(),
                                     [&](const Device& device) { return device.name != workload.recorded_on; });
  if (elsewhere) {
    note(options,
         fmt::format("{}: kernels take what they took on {}, where they were recorded; --compute says how much "
                     "faster another GPU is",
                     workload.name, workload.recorded_on));
  }
}

void note_unshared_kernels(const OutputOptions& options, const Workload& workload,
                           const std::vector<study::NamedPolicy>& policies, std::span<const Device> devices) {
  const bool asked = std::any_of(policies.begin(), policies.end(),
                                 [](const study::NamedPolicy& named) { return named.policy->sharing.has_value(); });
  if (asked && workload.size() > 1 && share::tasks_with_shapes(workload, devices) == 0) {
    note(options, workload.name +
                      ": kernels that are durations alone fill the GPU, so no two of them run at once; "
                      "`ctas` and `threads` beside `time` say what each needs");
  }
}

void note_short_kernels(const OutputOptions& options, const Workload& workload, const Fleet& fleet) {
  constexpr Millis kLaunches{0.01};  // the longest that a host thread usually needs for one
  std::size_t kernels = 0;
  Millis shortest{0};
  for (const Job& job : fleet.tasks().jobs) {
    if (job.has[index(Stage::kernel)] && job.kernel > Millis{0} && job.kernel < kLaunches) {
      shortest = ++kernels == 1 ? job.kernel : std::min(shortest, job.kernel);
    }
  }
  if (kernels > 1 && workload.recorded_on.empty()) {
    note(options, fmt::format("{}: {} kernels take less than 10 us, the shortest {:.3g} us: a host thread needs 2 to "
                              "10 us to launch one, which is not counted, so that they end later than this says",
                              workload.name, kernels, shortest.count() * 1e3));
  }
}

void note_recorded_makespan(const OutputOptions& options, const Workload& workload,
                            const std::optional<RecordedMakespan>& span) {
  if (span && !span->is_close()) {
    std::string text = report::recorded_text(span);
    text.erase(text.size() - std::string_view(".\n").size());
    note(options, workload.name + ": " + text);
  }
}

}  // namespace warpshop::cli
