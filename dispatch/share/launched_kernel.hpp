#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "dispatch/submit/kernel_launch.hpp"
#include "kernels/gpu/handles.hpp"
#include "sim/model/share.hpp"
#include "sim/model/sm_room.hpp"
#include "sim/model/timeline.hpp"
#include "sim/model/units.hpp"

namespace warpshop::dispatch {

/// When a plan began: on the device, and by the host's clock (gpu::Driver::now()).
struct PlanBegin {
  const gpu::Event* event = nullptr;
  Millis host{0};
};

/// A kernel that shares a GPU, launched by some mechanism. All functions throw DeviceError.
class LaunchedKernel {
 public:
  LaunchedKernel() = default;
  LaunchedKernel(const LaunchedKernel&) = delete;
  LaunchedKernel& operator=(const LaunchedKernel&) = delete;
  virtual ~LaunchedKernel() = default;

  /// What it is to hold from now on: CTAs beyond that are told to leave.
  virtual void ask(const Allocation& asked) = 0;
  /// Takes the room of what was launched and has not left.
  virtual void occupy(SmRoom& room) const = 0;
  /// Launches what it lacks where there is room, which it takes, but on SMs that are kept for others; those on which it
  /// still lacks CTAs are kept from now on.
  virtual void deal(SmRoom& room, Allocation& kept) = 0;

  /// CTAs that have left since look() was called last: some that had been told to, some that had not.
  struct Left {
    bool told = false;
    bool untold = false;
  };
  virtual Left look() = 0;
  /// Whether something was launched that had not left, when look() was called last.
  virtual bool works() const = 0;
  /// Whether all its subtasks are done and none of its CTAs are there, when look() was called last.
  virtual bool over() const = 0;
  /// A number that changes as it goes on.
  virtual std::uint64_t seen() const = 0;
  /// Since when CTAs of it that were told to leave have not, by the host's clock; nothing: there are none.
  virtual std::optional<Millis> leaving_since() const = 0;
  /// What hardware can tell of it.
  virtual share::Running running(std::uint32_t task) const = 0;
  /// What it has held so far and holds no more, from the plan's begin on; `task` and `device` are 0.
  virtual std::vector<Residency> residencies() const = 0;
  /// When its first CTA may have come and its last had gone. Requires over().
  virtual Interval interval() const = 0;
};

}  // namespace warpshop::dispatch
