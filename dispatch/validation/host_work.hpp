#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "kernels/kernel.hpp"
#include "sim/model/units.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::dispatch {

/// What one thread of this machine takes for results that are checked.
struct HostTimes {
  Millis prepare;  ///< making up an input, and what the CPU version makes of it
  Millis compare;  ///< an output with what it must be
  Millis touch;    ///< writing fresh memory, a byte
};

/// Those of a kernel at a number of elements.
using HostSample = std::function<HostTimes(const kernels::Kernel& kernel, std::int64_t elements)>;

/// By running the kernel's CPU version at small_elements, a few milliseconds, and the same for each element; and by
/// writing a few MiB.
HostTimes sampled_host_times(const kernels::Kernel& kernel, std::int64_t elements);

/// How long the CPU works, beside the runs, for a validation whose results are checked, by one thread: data and results
/// of all kernels, as often as `processes` make them; and for each of `checked` contestants a comparison of every
/// task's results, before which each byte of its input and output, and afterwards each of its output, is written twice.
/// realised: see realise().
Millis host_work(const Workload& realised, std::size_t processes, std::size_t checked, const HostSample& sample);

}  // namespace warpshop::dispatch
