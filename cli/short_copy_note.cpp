#include "cli/short_copy_note.hpp"

#include <string>

#include <fmt/format.h>

#include "cli/output.hpp"
#include "sim/model/short_copies.hpp"

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

}  // namespace warpshop::cli
