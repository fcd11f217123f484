#pragma once

#include <map>
#include <string>

#include "calibrate/meter.hpp"
#include "calibrate/timed_kernel.hpp"
#include "sim/model/device.hpp"

namespace warpshop::calibrate {

/// A number of elements, from small_elements to usual_elements, at which the kernel takes about longest_kernel, or less
/// where usual_elements take less. More than usual_elements where the device holds so many CTAs that few of them would
/// get a second subtask: what they scale like, and their eviction, would be lost in the last round; and where its data
/// would not be caches_of_data times the L2 cache, though no more than longest_kernel allows beyond twice what
/// kBeyondCache asks for, nor than a sixteenth of the memory, nor than 1 GiB of input.
std::int64_t largest_elements(const Meter& meter, const gpu::Device& device, const kernels::Kernel& kernel);

/// The least number of elements of a kernel that stays and does its subtasks again and again: twice the data that
/// kBeyondCache asks for, four subtasks for each CTA that the device holds at once, and small_elements.
std::int64_t steady_elements(const gpu::Device& device, const kernels::Kernel& kernel);

/// η and γ (S5 eq. 3.2) by least relative squares over falling_sizes() from that of `largest`, kernel_sizes of them;
/// their confidence under `kernels.NAME`. Returns the line's largest relative error at those sizes.
double fit_kernel_time(Meter& meter, const kernels::Kernel& kernel, const TimedKernel& largest, KernelModel& model,
                       std::map<std::string, Confidence, std::less<>>& confidence);

}  // namespace warpshop::calibrate
