#pragma once

#include "sim/model/instance.hpp"
#include "sim/model/plan.hpp"
#include "sim/model/timeline.hpp"

namespace warpshop::evaluate {

/// The event simulation of a plan whose kernels share the GPU, as Plan::share says: every interval in plan order, and
/// what each kernel held of the SMs. Copies and memory-bound kernels slow each other down as Chip::interference says.
/// The instance has a chip, and is prepared, see prepare_sharing(). Throws std::logic_error: a controller that asks for
/// what cannot be, or leaves kernels waiting for ever.
Timeline shared_timeline(const Instance& instance, const Plan& plan);

}  // namespace warpshop::evaluate
