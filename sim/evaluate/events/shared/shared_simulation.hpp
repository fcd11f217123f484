#pragma once

#include <cstddef>
#include <string_view>

#include "sim/model/instance.hpp"
#include "sim/model/plan.hpp"
#include "sim/model/timeline.hpp"

namespace warpshop::evaluate {

/// Of at most so many tasks every CTA is followed as it drifts (Staggered). Of more, the CTAs of a kernel stay in step
/// (Waves): makespans differ by 0.1 % or so on average, and a task costs as much however many there are. CTAs that are
/// saved drift apart in any case.
inline constexpr std::size_t kMostStaggered = 400;
/// What is said of the latter.
inline constexpr std::string_view kInWaves =
    "Where kernels share, the CTAs of each stay in step, as there are more than 400 tasks (docs/sharing.md)";
inline bool goes_in_waves(const Plan& plan) {
  return plan.order.size() > kMostStaggered && plan.share->leaving != Leaving::save;
}

/// The event simulation of a plan whose kernels share the GPU, as Plan::share says: every interval in plan order, and
/// what each kernel held of the SMs. Copies and memory-bound kernels slow each other down as Chip::interference says.
/// The instance has a chip, and is prepared, see prepare_sharing(). Throws std::logic_error: a controller that asks for
/// what cannot be, or leaves kernels waiting for ever.
Timeline shared_timeline(const Instance& instance, const Plan& plan);

/// When its last task has ended. O(1) a task by Waves, for most policies: see there.
Millis shared_makespan(const Instance& instance, const Plan& plan);

/// shared_timeline() of any number of tasks, by one or the other.
Timeline staggered_timeline(const Instance& instance, const Plan& plan);
Timeline wave_timeline(const Instance& instance, const Plan& plan);

}  // namespace warpshop::evaluate
