#pragma once

#include <set>
#include <span>
#include <string>
#include <vector>

#include "sim/model/device.hpp"
#include "sim/model/note.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::dispatch {

/// The workload as it can be run: every copy a size, every kernel one that warpshop brings along. A copy given as a
/// duration becomes the size that takes as long alone on the device (S5 eq. 3.1 with λ = 0), one byte at least, whose
/// latency is that of the profile, whatever the workload says of it; a kernel given as a duration becomes the kernel
/// `arithmetic`, which leaves the bus alone, with as many elements (eq. 3.2), in whole units. Throws InputError at the
/// stage: a kernel that warpshop does not bring along, a number of elements that it cannot take, a duration where the
/// profile does not know `arithmetic` or how long copies take, or that is longer than it, or a copy of 1 TiB, takes; at
/// a task whose release is more than 1e9 s away.
Workload realise(Workload workload, const Device& device);

/// The workload with kernels by name given as durations, those that the device has times of: what they take there.
/// Their names go to `played`.
Workload as_long_as_on(const Device& device, Workload workload, std::set<std::string>& played);

/// Of which stages realise() would replace a duration, of described kernels as well.
struct GivenDurations {
  bool copies = false;
  bool kernels = false;
};
GivenDurations given_durations(std::span<const Workload> workloads);

/// What is run in place of stages that are given as durations, if there are such.
std::vector<Note> played_notes(std::span<const Workload> workloads);

}  // namespace warpshop::dispatch
