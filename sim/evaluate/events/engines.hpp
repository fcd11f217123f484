#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>

#include "sim/evaluate/events/copy_engine.hpp"
#include "sim/evaluate/events/engine_queue.hpp"
#include "sim/evaluate/events/exclusive.hpp"
#include "sim/evaluate/events/readiness.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/plan.hpp"

namespace warpshop::evaluate {

/// Who is served next by the engines of a device: the rules of the fluid model that do not depend on how time passes,
/// shared by every simulation of it. What takes no time at an instant is finished before anything else is decided. Of
/// two exclusive copies of opposite directions, the one that was ready first goes first, of equal ready times (tied())
/// the earlier task of the order.
///
/// A simulation calls release_until() and finish() as time passes, then dispatch(), which says what starts. Times are
/// in milliseconds from the start of the plan and never decrease from call to call. Compute: what serves kernels; see
/// Exclusive for what it has to offer.
template <class Compute>
class Engines {
 public:
  /// Keeps references: the instance and what the spans show outlive the engines. Slots are positions in the order.
  /// of_compute: what Compute wants to know beside the instance.
  template <class... OfCompute>
  Engines(const Instance& instance, std::span<const std::uint32_t> order, Submission submission, const Waits& waits,
          const OfCompute&... of_compute)
      : readiness_(instance, order, waits, kOneKernelAtATime),
        copies_{CopyEngine(Direction::h2d, submission, readiness_), CopyEngine(Direction::d2h, submission, readiness_)},
        compute_(instance, submission, readiness_, of_compute...) {
    assert(submission == Submission::streams || readiness_.in_topological_order());
    for (const std::uint32_t task : order) {
      any_exclusive_ |= instance.jobs[task].exclusive[0] || instance.jobs[task].exclusive[1];
    }
    take_arrivals();
  }
  Engines(const Engines&) = delete;
  Engines& operator=(const Engines&) = delete;

  /// See Readiness.
  double next_release() const { return readiness_.next_release(); }
  bool release_until(double now) {
    const bool any = readiness_.release_until(now);
    take_arrivals();
    return any;
  }
  bool done() const { return readiness_.done(); }
  /// See Readiness.
  template <class Begun>
  void take_beside(const Begun& begun) {
    readiness_.take_beside(begun);
  }
  const Job& job(std::uint32_t slot) const { return readiness_.job(slot); }
  std::uint32_t task(std::uint32_t slot) const { return readiness_.task(slot); }
  const Compute& compute() const { return compute_; }
  Compute& compute() { return compute_; }

  /// A stage that started has ended.
  void finish(Stage stage, std::uint32_t slot, double now) {
    if (stage == Stage::kernel) {
      end_kernel(slot, now);
    } else {
      end(copies_[index(stage) / 2], slot, now);
    }
  }

  /// Starts what can start at `now`, on any engine, and tells the observer, by Stage and slot: start(), a stage begins
  /// to hold its engine; stop(), it gives the engine back as if it had never started, because at the same instant
  /// another came first after all; pass(), a stage that takes no time begins and ends.
  template <class Observer>
  void dispatch(double now, Observer& observer) {
    bool changed = true;
    while (changed) {
      changed = serve(copies_[0], now, observer);
      changed |= serve_kernels(now, observer);
      changed |= serve(copies_[1], now, observer);
      if (!changed && any_exclusive_) {
        changed = serve_exclusive(now, observer);
      }
    }
  }

 private:
  static constexpr bool kOneKernelAtATime = requires(Compute & compute) { compute.queue(); };
  using Entry = EngineQueue::Entry;

  template <class Engine>
  static Entry next_of(const Engine& engine) {
    return engine.queue().next([&engine](std::uint32_t slot) { return engine.lasts(slot); });
  }

  void take_arrivals() {
    readiness_.take_arrivals([this](const Readiness::Arrival& arrival) {
      if (arrival.stage == Stage::kernel) {
        compute_.arrive(arrival, compute_.lasts(arrival.slot));
      } else {
        CopyEngine& engine = copies_[index(arrival.stage) / 2];
        engine.queue().arrive(arrival, engine.lasts(arrival.slot));
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
  template <class Observer>
  bool serve_kernels(double now, Observer& observer) {
    if constexpr (kOneKernelAtATime) {
      return serve(compute_, now, observer);
    } else {
      return compute_.dispatch(now, observer, [&](std::uint32_t slot) {
        readiness_.end(Stage::kernel, slot, now);
        take_arrivals();
      });
    }
  }

  template <class Engine>
  void end(Engine& engine, std::uint32_t slot, double now) {
    assert(engine.queue().running().slot == slot);
    engine.end(now);
    readiness_.end(engine.queue().stage(), slot, now);
    take_arrivals();
  }

  /// Whether the stage has passed through, so that what follows it may have become ready.
  template <class Engine, class Observer>
  bool begin(Engine& engine, const Entry& next, double now, Observer& observer) {
    engine.serve(next, now);
    if (next.lasting) {
      observer.start(engine.queue().stage(), next.slot);
      return false;
    }
    observer.pass(engine.queue().stage(), next.slot);
    end(engine, next.slot, now);
    return true;
  }

  /// What needs to ask no other engine; whether anything has passed through.
  template <class Engine, class Observer>
  bool serve(Engine& engine, double now, Observer& observer) {
    EngineQueue& queue = engine.queue();
    bool changed = false;
    for (Entry next = next_of(engine); next.slot != kNoSlot; next = next_of(engine)) {
      Entry taken;
      if (!queue.idle()) {
        // What was decided at an instant is decided anew when something else turns out to end at that instant as well.
        if (!tied(queue.started(), now) || !next.precedes(queue.running())) {
          break;
        }
        taken = queue.take_back();
        observer.stop(queue.stage(), taken.slot);
      }
      const bool passed = !engine.exclusive(next.slot) && begin(engine, next, now, observer);
      if (taken.slot != kNoSlot) {
        queue.requeue(taken);  // behind the one that takes its place, which begin() has taken from the queue
      }
      if (!passed) {
        break;
      }
      changed = true;
    }
    return changed;
  }

  /// Of two exclusive copies that are the next of their engines.
  static bool goes_first(const Entry& a, const Entry& b) { return a.lasting != b.lasting ? !a.lasting : a.precedes(b); }

  /// One exclusive copy, if one may go; whether it has passed through.
  template <class Observer>
  bool serve_exclusive(double now, Observer& observer) {
    std::array<Entry, 2> next;
    for (const std::size_t side : {0U, 1U}) {
      if (copies_[side].queue().idle()) {
        next[side] = next_of(copies_[side]);
      }
    }
    const std::array<bool, 2> held{copies_[0].held(), copies_[1].held()};
    for (const std::size_t side : {0U, 1U}) {
      const std::size_t other = 1 - side;
      if (next[side].slot == kNoSlot) {
        continue;
      }
      if (held[other]) {
        EngineQueue& holder = copies_[other].queue();
        if (!tied(holder.started(), now) || !goes_first(next[side], holder.running())) {
          continue;
        }
        if (next[side].lasting) {
          observer.stop(holder.stage(), holder.running().slot);
          holder.requeue(holder.take_back());
        }
      } else if (next[other].slot != kNoSlot && !goes_first(next[side], next[other])) {
        continue;
      }
      return begin(copies_[side], next[side], now, observer);
    }
    return false;
  }

  Readiness readiness_;
  std::array<CopyEngine, 2> copies_;  ///< [Direction]
  Compute compute_;
  bool any_exclusive_ = false;
};

}  // namespace warpshop::evaluate
