#pragma once

#include "sim/model/device.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/units.hpp"
#include "sim/model/workload.hpp"

namespace warpshop {

/// A copy as it is on a device: one whose duration was recorded takes that where it was recorded, and what its size
/// takes elsewhere.
CopySpec copy_on(const CopySpec& spec, const Workload& workload, const Device& device);

/// A copy when nothing opposes it. Of a size: the latency of the profile and size / alone_at(size) (S5 eq. 3.1 with λ =
/// 0). Where that payload would move faster than the transfer sustains, it takes what it needs out of the latency, as
/// far as that goes; both together stay the same. Of a duration: the latency that the workload says is part of it, none
/// where it says nothing, and the rest as payload.
Copy resolve_copy(const CopySpec& spec, const TransferModel& transfer);

/// Bandwidth of its payload then. Of a duration: that of the size whose payload takes as long, at most what is
/// sustained.
BytesPerSecond bandwidth_alone(const CopySpec& spec, const TransferModel& transfer);

}  // namespace warpshop
