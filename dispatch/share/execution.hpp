#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "dispatch/share/client_requests.hpp"
#include "dispatch/submit/kernel_launch.hpp"
#include "kernels/gpu/handles.hpp"
#include "sim/model/client_outcome.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/plan.hpp"
#include "sim/model/request_feed.hpp"
#include "sim/model/timeline.hpp"

namespace warpshop::dispatch {

/// A task as its execution needs it.
struct SharedTask {
  std::string name;
  std::array<bool, 3> stages{};  ///< [Stage]: those that it has, one at least
  std::array<bool, 3> holds{};   ///< [Stage]: a copy that holds its caller until it is done
  std::function<void(Stage stage, const gpu::Stream& stream)> copy = {};  ///< submits one of its copies
  std::optional<KernelLaunch> kernel = {};
  std::function<void()> begins = [] {};  ///< called when it begins to be submitted
};

/// Runs a plan whose kernels share the device, from the first command to the end of the last: the controller of its
/// share is told what the device tells (kernels that could start, subtasks done by their counters, CTAs that are
/// there), and what it answers is launched, or told to leave. The same controllers answer the simulator
/// (evaluate::SharingEngine).
///
/// A stream a task; one thread submits: the copies in of tasks that may begin, in the plan's order, and whatever comes
/// next once it sees that the one before has ended. So there are some microseconds of the host between a task's stages.
/// Releases and lags count from when the plan begins. Timelines have a residency a BSU, and a kernel's interval spans
/// its own; they count as Runner's do.
///
/// tasks: by position, as the instance has them; the plan is for one device, without gates or rounds, in streams, and
/// its share one that check_grants() passes. Throws DeviceError, which names the task; std::logic_error: the controller
/// leaves kernels that nobody will ever start, or asks for what cannot be granted.
Timeline execute(const gpu::Device& device, const Instance& instance, const Plan& plan,
                 std::span<const SharedTask> tasks);

/// The same of the requests of the instance's clients, as the feed has them, in real time: what the simulator calls
/// simulate_clients(), with the same figures. check(): asked again and again; what it throws stops the run, and what is
/// under way is waited for.
ClientsOutcome execute_clients(const gpu::Device& device, const Instance& instance, const Plan& plan,
                               std::span<const SharedTask> tasks, RequestFeed& feed, const ClientTimes& times,
                               const std::function<void()>& check);

}  // namespace warpshop::dispatch
