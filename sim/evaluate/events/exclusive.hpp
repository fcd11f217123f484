#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/evaluate/events/engine_queue.hpp"
#include "sim/evaluate/events/readiness.hpp"
#include "sim/evaluate/hardware_queues.hpp"
#include "sim/model/instance.hpp"

namespace warpshop::evaluate {

/// The compute engine of which each kernel has all: one at a time, in the order of EngineQueue. In ordered submission a
/// kernel whose family (GPU context) is another than that of the kernel before it, where both have one, takes the
/// set-up time longer, which stands at the beginning of its interval. With streams, as clients of MPS have them, no
/// context is switched, and where there are hardware queues a kernel counts as ready once it stands at the front of its
/// own.
///
/// It is the compute engine of Engines, and says there who is served, and in a DeviceSimulation, when that ends. A
/// replay has a time of its own and asks for kernel_time() alone.
class Exclusive : public EngineQueue {
 public:
  static constexpr Stage kStage = Stage::kernel;

  /// Keeps references.
  Exclusive(const Instance& instance, Submission submission, Readiness& readiness)
      : EngineQueue(kStage, submission, readiness), instance_(instance), streams_(submission == Submission::streams) {
    if (readiness.hardware_queues() > 0) {
      hardware_queues_.emplace(instance, readiness.order(), readiness.hardware_queues(), true);
      slot_of_ = slots_of(instance, readiness.order());
    }
  }

  /// The device is one, and the number of its copy engines is in Job::exclusive.
  static constexpr std::size_t partitions() { return 1; }
  static constexpr std::size_t partition(std::uint32_t /*task*/) { return 0; }
  static constexpr bool has_one_copy_engine(std::size_t /*partition*/) { return false; }

  /// As things are now: whether a kernel needs a set-up depends on the one before it.
  bool lasts(std::uint32_t slot) const {
    return readiness_.job(slot).kernel > Millis{0} || set_up_before(slot) > Millis{0};
  }
  bool exclusive(std::uint32_t /*slot*/) const { return false; }
  void arrive(const Readiness::Arrival& arrival, bool lasts) {
    if (!lasts || !hardware_queues_) {
      EngineQueue::arrive(arrival, lasts);
      return;
    }
    hardware_queues_->arrive(readiness_.task(arrival.slot));
  }
  /// See Readiness::take_issued().
  void issue(std::uint32_t slot) {
    if (hardware_queues_) {
      hardware_queues_->issue(readiness_.task(slot));
    }
  }
  /// An instant is over: who has come to the front of a hardware queue.
  void go_on(double now) {
    if (hardware_queues_) {
      hardware_queues_->go_on([&](std::uint32_t task) {
        EngineQueue::arrive({.slot = slot_of_[task], .stage = kStage, .ready = now}, true,
                            hardware_queues_->turn(task));
      });
    }
  }
  void serve(const EngineQueue::Entry& next, double now) {
    set_up_ = set_up_before(next.slot);
    EngineQueue::serve(next, now);
  }
  void end(double now) {
    const std::uint32_t ended = family(running().slot);
    if (ended != kAnyFamily) {
      context_ = ended;
    }
    EngineQueue::end(now);
  }

  /// What the kernel that runs takes, its set-up included.
  Millis kernel_time() const { return readiness_.job(running().slot).kernel + set_up_; }
  /// When the next kernel ends; kNever when none runs.
  double next_event() const { return idle() ? kNever : started() + kernel_time().count(); }
  /// Nothing happens to a kernel between its start and its end.
  static bool advance(double /*now*/) { return false; }
  /// The slot of a kernel that ends at next_event() = `now`.
  std::optional<std::uint32_t> ending(double now) const {
    return next_event() == now ? std::optional(running().slot) : std::nullopt;
  }

 private:
  static constexpr std::uint32_t kAnyFamily = 0;

  Millis set_up_before(std::uint32_t slot) const {
    const std::uint32_t next = family(slot);
    const bool switches = !streams_ && next != kAnyFamily && context_ != kAnyFamily && next != context_;
    return switches ? instance_.family_setup : Millis{0};
  }
  std::uint32_t family(std::uint32_t slot) const {
    return instance_.families.empty() ? kAnyFamily : instance_.families[readiness_.task(slot)];
  }

  const Instance& instance_;
  bool streams_;
  std::optional<HardwareQueues> hardware_queues_;  ///< nothing: each kernel goes when it is ready
  std::vector<std::uint32_t> slot_of_;             ///< by task, where there are hardware queues
  std::uint32_t context_ = kAnyFamily;             ///< the family of the last kernel that had one
  Millis set_up_{0};                               ///< of the kernel that runs
};

}  // namespace warpshop::evaluate
