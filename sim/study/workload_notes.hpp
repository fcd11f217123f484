#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/model/comparison.hpp"
#include "sim/model/device.hpp"
#include "sim/model/fleet.hpp"
#include "sim/model/note.hpp"
#include "sim/model/profile_setting.hpp"
#include "sim/model/workload.hpp"
#include "sim/study/policy_choice.hpp"
#include "sim/study/set_devices.hpp"

namespace warpshop::study {

// What a user is to know of a workload, by what may be wrong with taking it as it is. Each answers what there is to
// say: nothing, or a note or two.

/// Puts more behind them.
void append(std::vector<Note>& notes, std::vector<Note> more);

/// short_copies() on any of the devices: how many tasks, and where the first one is.
std::vector<Note> copy_notes(const Workload& workload, std::span<const Device> devices);

/// What is assumed of how commands are issued: a thread a task, where copies of pageable memory would hold up one
/// thread and the workload does not say `submit`; Hyper-Q, where a device has one copy engine and does not say its
/// compute capability.
std::vector<Note> issue_notes(const Workload& workload, std::span<const Device> devices);

/// Kernels take what they took where they were recorded, or measured, where a device is another one and nobody says how
/// much faster it is (compute is 1).
std::vector<Note> kernel_time_notes(const Workload& workload, std::span<const Device> devices, double compute);

/// Kernels that are durations alone do not share the GPU; nothing where one of them is more, or nobody is beside it.
std::vector<Note> unshared_notes(const Workload& workload, std::span<const Device> devices);

/// The same where a way of sharing was asked for.
std::vector<Note> unshared_kernel_notes(const Workload& workload, const std::vector<NamedPolicy>& policies,
                                        std::span<const Device> devices);

/// Limits of MPS cannot be set on a device, where a policy was asked for that sets them: see share::lacks_limits().
std::vector<Note> limit_notes(const std::vector<NamedPolicy>& policies, std::span<const Device> devices);

/// Launches cost nothing here, where kernels are so short that a host thread needs as long to launch them.
std::vector<Note> short_kernel_notes(const Workload& workload, const Fleet& fleet);

/// Tasks are released so late that kernels are no longer than a thousand instants, see tied().
std::vector<Note> late_release_notes(const Workload& workload);

/// Requests that a client was recorded to have once the horizon is over: they are left out.
std::vector<Note> late_arrival_notes(const Workload& workload);

/// Due dates of any of the workloads that plans for the objective ignore; no objective: that of a command which plans
/// for the makespan, whatever it is asked.
std::vector<Note> due_notes(std::span<const Workload> workloads, std::optional<Objective> objective = {});

/// Policies that are left out of a workload, and why; those that are left out for the same reason in one note.
std::vector<Note> left_out_notes(const std::string& workload, std::span<const SkippedPolicy> policies);

/// Of one of them. more: what else follows from it.
Note left_out_note(const std::string& workload, const SkippedPolicy& policy, std::string_view more = "");

/// Settings of a bandwidth alone while the bandwidth beside opposing copies, which the workload needs, stays as it was.
std::vector<Note> half_set_notes(const Workload& workload, std::span<const Device> devices,
                                 std::span<const ProfileSetting> settings);

/// What a user is to know of the profiles that a workload meets: odd values that it needs, half_set_notes(), and
/// settings that it cannot feel: the resolved problem is the same without them, or only the ratios by which opposing
/// copies slow each other differ. who: what such a note is of; resolve_on: the problem on devices, which may throw
/// InputError.
std::vector<Note> profile_notes(const Workload& workload, const SetDevices& devices, const std::string& who,
                                const std::function<Fleet(std::span<const Device>)>& resolve_on);

}  // namespace warpshop::study
