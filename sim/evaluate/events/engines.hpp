#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/evaluate/events/engine_queue.hpp"
#include "sim/evaluate/events/exclusive.hpp"
#include "sim/evaluate/events/instant.hpp"
#include "sim/evaluate/events/readiness.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/plan.hpp"

namespace warpshop::evaluate {

/// Who is served next by the engines of a device: the rules of the fluid model that do not depend on how time passes,
/// shared by every simulation of it. What takes no time at an instant is finished before anything else is decided. Of
/// two exclusive copies of opposite directions, the one that was ready first goes first, of equal ready times (tied())
/// the earlier task of the order.
///
/// A simulation calls release_until() and finish() as time passes, and then settle(), which says what starts, once the
/// Instant is over. Times are in milliseconds from the start of the plan and never decrease from call to call. Compute:
/// what serves kernels; see Exclusive for what it has to offer.
template <class Compute>
class Engines {
 public:
  /// Keeps references: the instance and what the spans show outlive the engines. Slots are positions in the order.
  /// of_compute: what Compute wants to know beside the instance.
  template <class... OfCompute>
  Engines(const Instance& instance, std::span<const std::uint32_t> order, Submission submission, const Waits& waits,
          const OfCompute&... of_compute)
      : readiness_(instance, order, waits, kOneKernelAtATime),
        compute_(instance, submission, readiness_, of_compute...) {
    assert(submission == Submission::streams || (readiness_.in_topological_order() && compute_.partitions() == 1));
    copies_.reserve(compute_.partitions());
    for (std::size_t partition = 0; partition < compute_.partitions(); ++partition) {
      const bool one_engine = compute_.has_one_copy_engine(partition);
      copies_.push_back({CopyEngine(Direction::h2d, one_engine, submission, readiness_),
                         CopyEngine(Direction::d2h, one_engine, submission, readiness_)});
    }
    take_arrivals();
  }
  Engines(const Engines&) = delete;
  Engines& operator=(const Engines&) = delete;

  /// See Readiness.
  double next_release() const { return readiness_.next_release(); }
  void release_until(double now) {
    if (readiness_.release_until(now)) {
      instant_.happened(now);
      take_arrivals();
    }
  }
  /// See Readiness.
  void restart(std::uint32_t first_slot, std::uint32_t tasks, double now) {
    readiness_.restart(first_slot, tasks, now);
    instant_.happened(now);
    take_arrivals();
  }
  bool done() const { return readiness_.done(); }
  /// See Readiness.
  template <class Begun>
  void take_beside(const Begun& begun) {
    readiness_.take_beside(begun);
  }
  const Job& job(std::uint32_t slot) const { return readiness_.job(slot); }
  std::uint32_t task(std::uint32_t slot) const { return readiness_.task(slot); }
  /// Sets of copy engines that there are, and which serves the copies of a task: of the device, or of its MIG instance.
  std::size_t partitions() const { return copies_.size(); }
  std::size_t partition(std::uint32_t slot) const { return compute_.partition(readiness_.task(slot)); }
  const Compute& compute() const { return compute_; }
  Compute& compute() { return compute_; }

  /// A stage that started has ended.
  void finish(Stage stage, std::uint32_t slot, double now) {
    instant_.happened(now);
    if (stage == Stage::kernel) {
      end_kernel(slot, now);
    } else {
      end(copies_[partition(slot)][index(stage) / 2], slot, now);
    }
  }

  /// Something else has happened that Compute has to decide on.
  void happened(double now) { instant_.happened(now); }
  /// Calls dispatch() if something has happened and nothing more does at its instant; whether it has. next: the next
  /// event.
  template <class Observer>
  bool settle(double now, double next, Observer& observer) {
    const bool over = instant_.is_over(next);
    if (over) {
      dispatch(now, observer);
    }
    return over;
  }
  /// Starts what can start at `now`, on any engine, and tells the observer, by Stage and slot: start(), a stage begins
  /// to hold its engine; pass(), a stage that takes no time begins and ends.
  template <class Observer>
  void dispatch(double now, Observer& observer) {
    while (pass(now, observer)) {
    }
    readiness_.take_issued([this](std::uint32_t slot) { compute_.issue(slot); });
    begin_kernels(now, observer);
    for (CopyEnginePair& engines : copies_) {
      begin_copies(engines, now, observer);
    }
  }

 private:
  static constexpr bool kOneKernelAtATime = requires(Compute & compute) { compute.kernel_time(); };
  using Entry = EngineQueue::Entry;

  template <class Engine>
  static Entry next_of(const Engine& engine) {
    return engine.next([&engine](std::uint32_t slot) { return engine.lasts(slot); });
  }

  void take_arrivals() {
    readiness_.take_arrivals([this](const Readiness::Arrival& arrival) {
      if (arrival.stage == Stage::kernel) {
        compute_.arrive(arrival, compute_.lasts(arrival.slot));
      } else {
        CopyEngine& engine = copies_[partition(arrival.slot)][index(arrival.stage) / 2];
        engine.arrive(arrival, engine.lasts(arrival.slot));
      }
    });
  }

  void end_kernel(std::uint32_t slot, double now) {
    if constexpr (kOneKernelAtATime) {
      end(compute_, slot, now);
    } else {
      compute_.end(slot);
      readiness_.end(Stage::kernel, slot, now);
      take_arrivals();
    }
  }
  template <class Engine>
  void end(Engine& engine, std::uint32_t slot, double now) {
    assert(engine.running().slot == slot);
    engine.end(now);
    readiness_.end(engine.stage(), slot, now);
    take_arrivals();
  }

  /// What takes no time and waits for nothing else goes through; whether anything has.
  template <class Observer>
  bool pass(double now, Observer& observer) {
    bool passed = pass_kernels(now, observer);
    for (CopyEnginePair& engines : copies_) {
      for (const std::size_t side : {0U, 1U}) {
        passed |= pass_on(engines[side], engines[1 - side].held(), now, observer);
      }
    }
    return passed;
  }
  template <class Observer>
  bool pass_kernels(double now, Observer& observer) {
    if constexpr (kOneKernelAtATime) {
      return pass_on(compute_, false, now, observer);
    } else {
      return compute_.pass(observer, [&](std::uint32_t slot) {
        readiness_.end(Stage::kernel, slot, now);
        take_arrivals();
      });
    }
  }
  /// excluded: none that is exclusive may go.
  template <class Engine, class Observer>
  bool pass_on(Engine& engine, bool excluded, double now, Observer& observer) {
    bool passed = false;
    for (Entry next = next_of(engine); next.slot != kNoSlot && !next.lasting; next = next_of(engine)) {
      if (excluded && engine.exclusive(next.slot)) {
        break;
      }
      engine.serve(next, now);
      observer.pass(engine.stage(), next.slot);
      end(engine, next.slot, now);
      passed = true;
    }
    return passed;
  }

  template <class Engine, class Observer>
  static void begin(Engine& engine, const Entry& next, double now, Observer& observer) {
    engine.serve(next, now);
    observer.start(engine.stage(), next.slot);
  }
  template <class Observer>
  void begin_kernels(double now, Observer& observer) {
    if constexpr (kOneKernelAtATime) {
      compute_.go_on(now);
      if (const Entry next = next_of(compute_); next.slot != kNoSlot) {
        begin(compute_, next, now, observer);
      }
    } else {
      compute_.begin(now, observer);
    }
  }
  template <class Observer>
  static void begin_copies(CopyEnginePair& engines, double now, Observer& observer) {
    const std::array<Entry, 2> next{next_of(engines[0]), next_of(engines[1])};
    const auto exclusive = [&](std::size_t side) {
      return next[side].slot != kNoSlot && engines[side].exclusive(next[side].slot);
    };
    for (const std::size_t side : {0U, 1U}) {
      const std::size_t other = 1 - side;
      const bool excluded =
          exclusive(side) && (engines[other].held() || (exclusive(other) && next[other].precedes(next[side])));
      if (next[side].slot != kNoSlot && !excluded) {
        begin(engines[side], next[side], now, observer);
      }
    }
  }

  Readiness readiness_;
  Instant instant_;
  Compute compute_;
  std::vector<CopyEnginePair> copies_;  ///< by partition
};

}  // namespace warpshop::evaluate
