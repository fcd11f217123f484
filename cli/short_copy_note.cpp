#include "cli/short_copy_note.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "cli/output.hpp"
#include "sim/model/short_copies.hpp"
#include "sim/report/recorded_text.hpp"

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

void note_recorded_makespan(const OutputOptions& options, const Workload& workload,
                            const std::optional<RecordedMakespan>& span) {
  if (span && !span->is_close()) {
    std::string text = report::recorded_text(span);
    text.erase(text.size() - std::string_view(".\n").size());
    note(options, workload.name + ": " + text);
  }
}

}  // namespace warpshop::cli
