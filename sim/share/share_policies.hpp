#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "sim/model/device.hpp"
#include "sim/model/error.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/policy.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::share {

/// Every way of sharing a GPU, in the order in which they are listed.
const std::vector<Policy>& policies();

/// What stands between a way of sharing and a workload on a device, if anything does: several devices, a profile
/// without `sm`, a field that it cannot honour, families in one process, a kernel whose shape it needs,
/// reservations that it cannot keep, a chip without MIG.
std::optional<Refusal> refusal(const Policy& policy, const Workload& workload, std::span<const Device> devices);

/// Whether the GPU can be set to it once, before kernels run: not what changes while they run, nor limits of MPS on a
/// chip that is known to have none. Whether it has MIG is a matter of refusal().
bool can_be_set(const Policy& policy, const Device& device);

/// Whether it sets limits of MPS on a chip that is known to have none: one of a compute capability below kMpsLimits.
bool lacks_limits(const Policy& policy, const Device& device);

/// How many tasks of the workload name a kernel that has a shape, or describe one; 0 where there are several devices,
/// or the profile has no `sm`.
std::size_t tasks_with_shapes(const Workload& workload, std::span<const Device> devices);

/// Whether any kernels of the workload could share: two have a shape.
bool any_share(const Workload& workload, std::span<const Device> devices);

}  // namespace warpshop::share
