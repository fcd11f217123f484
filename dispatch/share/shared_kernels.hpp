#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "dispatch/share/bsu_kernel.hpp"
#include "dispatch/share/execution.hpp"
#include "dispatch/share/launched_kernel.hpp"
#include "kernels/gpu/bsu_pool.hpp"
#include "kernels/gpu/bsu_set.hpp"
#include "kernels/gpu/handles.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/share.hpp"

namespace warpshop::dispatch {

/// The kernels of an execution: what the controller of a share is told of them, and what becomes of its answers. What
/// evaluate::SharingEngine is in a simulation. Times from the plan's begin on. All functions throw DeviceError, which
/// names the task.
class SharedKernels {
 public:
  /// Keeps references to all but the device. Streams, counters and mapped memory are made now.
  SharedKernels(const gpu::Device& device, const Instance& instance, const Share& share,
                std::span<const SharedTask> tasks);

  void set_out(const PlanBegin& begin) { plan_ = begin; }
  /// The first command of a task has been submitted.
  void issue(std::uint32_t task) { issued_.push_back(task); }
  /// A task's kernel could start.
  void arrive(std::uint32_t task);
  /// Who has come and left since then; those whose kernels are over.
  std::vector<std::uint32_t> look();
  /// Asks the controller, if something has changed or it asked to be, and launches and evicts. Whether nothing is left
  /// to be decided now. Throws std::logic_error: it asks for what cannot be granted.
  bool decide(Millis now);
  /// When the controller asked to be woken; share::kNoWake: it did not.
  Millis wake_at() const { return wake_at_; }
  /// Whether any kernel has been given something and is not over, or works.
  bool any() const { return !given_.empty(); }
  bool any_works() const;

  /// A number that changes as those that have been given anything go on; how long these take, one after the other.
  std::uint64_t seen() const;
  Millis under_way() const;
  /// Gives the device up if CTAs that were told to leave do not: throws DeviceError of kind hangs.
  void check_leaving() const;
  /// Those that have been given anything and are not over.
  std::span<const std::uint32_t> given() const { return given_; }

  /// Of a task whose kernel is over; nullptr: it has none.
  const LaunchedKernel* of(std::uint32_t task) const { return kernels_[task].get(); }
  /// It is to run once more.
  void forget(std::uint32_t task) { kernels_[task] = nullptr; }

 private:
  template <class Call>
  void during(std::uint32_t task, const Call& call) const;
  void ask_controller(Millis now);
  void answer(std::uint32_t task, const Allocation& asked);
  void deal();
  std::unique_ptr<LaunchedKernel> launched(std::uint32_t task);
  int priority_of(std::uint32_t task) const;
  CtaNeeds needs_of(std::uint32_t task) const;

  gpu::Device device_;
  const Instance& instance_;
  const Share& share_;
  std::span<const SharedTask> tasks_;
  share::Controller controller_;
  gpu::BsuPool bsus_;
  gpu::SubtaskCounters counters_;
  PlanBegin plan_;
  std::vector<std::unique_ptr<LaunchedKernel>> kernels_;  ///< by task; nothing: given nothing so far
  std::vector<std::uint32_t> ready_;                      ///< given nothing; the longest ready first
  std::vector<std::uint32_t> given_;                      ///< in the order in which they were first given anything
  std::vector<std::uint32_t> issued_;                     ///< not told to the controller yet
  bool changed_ = true;
  bool deals_ = false;  ///< there may be room, or somebody who lacks CTAs
  Millis wake_at_ = share::kNoWake;
};

}  // namespace warpshop::dispatch
