#pragma once

#include <map>
#include <string>

#include "calibrate/meter.hpp"
#include "calibrate/timed_kernel.hpp"
#include "sim/model/device.hpp"

namespace warpshop::calibrate {

/// What the persistent form of a kernel does (S5 4.2, 4.5): rates in subtasks per millisecond against CTAs per SM on
/// all SMs and against SMs at full CTAs, the delay between the order to evict and the end, and its time over the plain
/// form's. Every point does as many subtasks as let each CTA take equally many, so that points take about equally long;
/// a point whose data would lie within the L2 cache does two, three … times as many.
/// An eviction that comes too late to meet the kernel is left out.
void measure_persistent(Meter& meter, const TimedKernel& timed, const std::string& path, int sms, int ctas_per_sm,
                        KernelModel& model, std::map<std::string, Confidence, std::less<>>& confidence);

}  // namespace warpshop::calibrate
