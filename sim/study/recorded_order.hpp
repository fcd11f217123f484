#pragma once

#include <optional>
#include <span>

#include "sim/model/device.hpp"
#include "sim/model/recorded_makespan.hpp"
#include "sim/model/workload.hpp"
#include "sim/study/problem.hpp"

namespace warpshop::study {

/// Of an imported workload on the one device that it was recorded on; nothing elsewhere, or where any task has no
/// recorded times. problem: of both, nothing changed.
std::optional<RecordedMakespan> recorded_makespan(const Problem& problem, const Workload& workload,
                                                  std::span<const Device> devices);

}  // namespace warpshop::study
