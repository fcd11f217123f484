#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "sim/evaluate/events/readiness.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/share.hpp"
#include "sim/model/timeline.hpp"

namespace warpshop::evaluate {

/// What compute engines that kernels share have in common: Shared and Waves. Times in milliseconds.
class SharingEngine {
 public:
  // What Engines asks of a compute engine, see Exclusive.
  void issue(std::uint32_t slot) { issued_.push_back(readiness_.task(slot)); }
  bool lasts(std::uint32_t slot) const { return readiness_.job(slot).kernel > Millis{0}; }

  /// See Exclusive: of the MIG instances, or of the device.
  std::size_t partitions() const { return share_.partitions_of_copies(); }
  std::size_t partition(std::uint32_t task) const { return share_.home_of(task); }
  bool has_one_copy_engine(std::size_t partition) const { return share_.has_one_copy_engine(partition); }

  /// Kernels that take no time go through, each told to the observer, see Engines::dispatch(), and to passed(slot);
  /// whether there are any.
  template <class Observer, class Passed>
  bool pass(Observer& observer, const Passed& passed) {
    bool any = false;
    while (!instant_.empty()) {
      const std::uint32_t slot = instant_.back();
      instant_.pop_back();
      observer.pass(Stage::kernel, slot);
      passed(slot);
      any = true;
    }
    return any;
  }
  double next_event() const { return next_; }
  /// Another number when next_event() may have changed.
  std::uint64_t version() const { return version_; }
  /// What every kernel has held so far.
  std::vector<Residency> take_residencies() { return std::move(residencies_); }

 protected:
  /// Keeps references.
  SharingEngine(const Instance& instance, Readiness& readiness, const Share& share)
      : instance_(instance),
        readiness_(readiness),
        share_(share),
        controller_(share.start(instance, share)),
        slot_of_(instance.size(), kNoSlot) {
    for (std::uint32_t slot = 0; slot < readiness.slots(); ++slot) {
      slot_of_[readiness.task(slot)] = slot;
    }
  }

  template <class Observer>
  void tell_begun(Observer& observer) {
    for (const std::uint32_t slot : std::exchange(begun_, {})) {
      observer.start(Stage::kernel, slot);
    }
  }

  /// Asks the controller, and calls answer(slot, asked) for what is to change: those that give all back first.
  template <class Answer>
  void ask_controller(double now, const std::vector<std::uint32_t>& ready,
                      std::function<std::vector<share::Running>()> running, const Answer& answer) {
    changed_ = false;
    const share::Decision decision = controller_({.now = Millis{now},
                                                  .ready = ready,
                                                  .running = share::RunningKernels(std::move(running)),
                                                  .issued = std::exchange(issued_, {})});
    if (!(decision.wake_at.count() > now)) {
      throw std::logic_error("the controller of policy " + share_.policy + " asks to be woken at once");
    }
    wake_at_ = decision.wake_at.count();
    for (const bool gives : {false, true}) {
      for (const auto& [task, asked] : decision.allocations) {
        if (asked.empty() == !gives) {
          answer(slot_of_.at(task), asked);
        }
      }
    }
  }

  const Instance& instance_;
  Readiness& readiness_;
  const Share& share_;
  std::vector<std::uint32_t> instant_;  ///< arrived, take no time
  std::vector<std::uint32_t> begun_;    ///< not told yet
  std::vector<Residency> residencies_;
  double wake_at_ = kNever;
  double then_ = 0;       ///< what is on the SMs is as it was at that time
  double next_ = kNever;  ///< event
  std::uint64_t version_ = 0;
  bool changed_ = false;  ///< since the controller was asked
  bool stale_ = false;    ///< speeds are not those of what is on the SMs

 private:
  share::Controller controller_;
  std::vector<std::uint32_t> slot_of_;  ///< by task
  std::vector<std::uint32_t> issued_;   ///< tasks that the controller has not been told
};

}  // namespace warpshop::evaluate
