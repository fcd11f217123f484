#pragma once

#include <cstdint>

#include "sim/evaluate/rates/kernel_on_sms.hpp"
#include "sim/model/co_run.hpp"
#include "sim/model/device.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/occupancy.hpp"

namespace warpshop::evaluate {

/// What has to be moved to save a CTA, or to resume it: 4 B a register, and its shared memory (ours).
Bytes context_of(const SmResources& cta);

/// A CTA whose context moves, by the co-run law: a byte is a subtask, which demands DRAM only, so that one alone has
/// the device's bandwidth, and several have parts of it. sms: of the device, ≥ 1; bandwidth: of its memory, above 0.
CorrectedKernel moving_context(std::int64_t sms, BytesPerSecond bandwidth);

/// CTAs of a kernel as they are while their contexts move: a context is a subtask. The instance has
/// CoRunProfile::context.
KernelOnSms moving_ctas(const Instance& instance, const KernelOnSms& kernel);

}  // namespace warpshop::evaluate
