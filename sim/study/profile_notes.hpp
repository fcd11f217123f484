#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "sim/model/fleet.hpp"
#include "sim/model/note.hpp"
#include "sim/model/workload.hpp"
#include "sim/study/set_devices.hpp"

namespace warpshop::study {

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
