#pragma once

#include <optional>
#include <span>
#include <vector>

#include "cli/common_options.hpp"
#include "sim/model/device.hpp"
#include "sim/model/fleet.hpp"
#include "sim/model/recorded_makespan.hpp"
#include "sim/model/workload.hpp"
#include "sim/study/policy_name.hpp"

namespace warpshop::cli {

/// Notes on standard error, if the workload has short_copies() on any of the devices, how many tasks and where the
/// first one is.
void note_short_copies(const OutputOptions& options, const Workload& workload, std::span<const Device> devices);

/// Notes what is assumed of how commands are issued: a thread a task, where copies of pageable memory would hold up one
/// thread and the workload does not say `submit`; Hyper-Q, where a device has one copy engine and does not say its
/// compute capability.
void note_issue(const OutputOptions& options, const Workload& workload, std::span<const Device> devices);

/// Notes that recorded kernels take what they took where they were recorded, where a device is another one and nobody
/// says how much faster it is.
void note_recorded_kernels(const OutputOptions& options, const Workload& workload, std::span<const Device> devices,
                           double compute);

/// Notes that kernels which are durations alone do not share the GPU, where a way of sharing was asked for.
void note_unshared_kernels(const OutputOptions& options, const Workload& workload,
                           const std::vector<study::NamedPolicy>& policies, std::span<const Device> devices);

/// Notes that launches cost nothing here, where kernels are so short that a host thread needs as long to launch them.
void note_short_kernels(const OutputOptions& options, const Workload& workload, const Fleet& fleet);

/// Notes that the model misses what was recorded, where it does (RecordedMakespan::is_close()).
void note_recorded_makespan(const OutputOptions& options, const Workload& workload,
                            const std::optional<RecordedMakespan>& span);

}  // namespace warpshop::cli
