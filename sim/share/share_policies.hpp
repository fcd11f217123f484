#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/model/device.hpp"
#include "sim/model/error.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/policy.hpp"
#include "sim/model/workload.hpp"
#include "sim/share/share_registry.hpp"

namespace warpshop::share {

/// Every way of sharing a GPU, in the order in which they are listed.
const std::vector<Policy>& policies();

#define WARPSHOP_DECLARE_SHARE(function, ...) Planned function(const Instance&, const PlanOptions&);
WARPSHOP_SHARE_POLICIES(WARPSHOP_DECLARE_SHARE)
#undef WARPSHOP_DECLARE_SHARE

/// What stands between a way of sharing and a workload on a device, if anything does: several devices, a profile
/// without `sm`, a field that it cannot honour, families in one process, a kernel whose shape it needs, a
/// chip without MIG.
std::optional<Refusal> refusal(const Policy& policy, const Workload& workload, std::span<const Device> devices);

/// Whether the GPU can be set to it once, before kernels run: not what changes while they run, nor limits of MPS on a
/// chip that is known to have none. Whether it has MIG is a matter of refusal().
bool can_be_set(const Policy& policy, const Device& device);

/// How many tasks of the workload name a kernel that has a shape, or describe one; 0 where there are several devices,
/// or the profile has no `sm`.
std::size_t tasks_with_shapes(const Workload& workload, std::span<const Device> devices);

/// Whether any kernels of the workload could share: two have a shape.
bool any_share(const Workload& workload, std::span<const Device> devices);

/// The numbers behind a name, `4/4` of `smk:4/4`. Throws InputError: no numbers, too many, negative ones.
std::vector<double> parse_split(const Policy& policy, std::string_view text);

}  // namespace warpshop::share
