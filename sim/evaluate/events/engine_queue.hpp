#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <functional>
#include <queue>
#include <vector>

#include "sim/evaluate/events/readiness.hpp"
#include "sim/model/plan.hpp"
#include "sim/model/stage.hpp"
#include "sim/model/units.hpp"

namespace warpshop::evaluate {

/// The queue of an engine that serves one kind of stage, one at a time. In ordered submission stages are served in the
/// plan's order; with streams, whatever became ready first, equal ready times (tied()) in the plan's order, and among
/// these what takes no time before the rest. Times in milliseconds.
class EngineQueue {
 public:
  /// Waiting, or served: who has been ready since when, and whether it takes time.
  struct Entry {
    double ready = 0;
    std::uint32_t slot = kNoSlot;  ///< that: nobody
    bool lasting = true;
    std::uint32_t turn = 0;  ///< before the order, of hardware queues: when it was issued

    /// Whether it is served before another of the same queue.
    bool precedes(const Entry& other) const {
      return tied(ready, other.ready) ? other.comes_after_tied(*this) : ready < other.ready;
    }
    bool comes_after_tied(const Entry& other) const {
      return lasting != other.lasting ? lasting : turn != other.turn ? turn > other.turn : slot > other.slot;
    }
    friend bool operator>(const Entry& a, const Entry& b) {
      return a.ready != b.ready ? a.ready > b.ready : a.comes_after_tied(b);
    }
  };

  /// Keeps a reference.
  EngineQueue(Stage stage, Submission submission, Readiness& readiness)
      : readiness_(readiness), stage_(stage), streams_(submission == Submission::streams) {
    if (!streams_) {
      advance_head();
    }
  }

  Stage stage() const { return stage_; }
  bool idle() const { return running_.slot == kNoSlot; }
  const Entry& running() const { return running_; }
  double started() const { return started_; }

  /// A stage of this engine's kind has become ready. lasts: whether it takes time, as things are now.
  void arrive(const Readiness::Arrival& arrival, bool lasts, std::uint32_t turn = 0) {
    if (streams_) {
      if (!tied(last_ready_, arrival.ready)) {
        last_ready_ = arrival.ready;
      }
      waiting_.push({last_ready_, arrival.slot, lasts, turn});
    }
  }

  /// Who is to be served next: nobody, if the engine is at work or nobody waits, or, in ordered submission, if the one
  /// whose turn it is is not ready. lasts(slot) as above, which may have changed since.
  template <class Lasts>
  Entry next(const Lasts& lasts) const {
    Entry next;
    if (!idle()) {
      return next;
    }
    if (streams_) {
      if (waiting_.empty()) {
        return next;
      }
      next = waiting_.top();
    } else {
      if (head_ == readiness_.slots() || !readiness_.waits_for(stage_, head_)) {
        return next;
      }
      next = {std::max(readiness_.waiting_since(head_), last_end_), head_};
    }
    next.lasting = lasts(next.slot);
    return next;
  }

  /// Begins to serve next(), when idle.
  void serve(const Entry& next, double now) {
    assert(idle());
    if (streams_) {
      waiting_.pop();
    }
    readiness_.serve(next.slot);
    running_ = next;
    started_ = now;
  }
  /// What is served has ended.
  void end(double now) {
    assert(!idle());
    running_ = {};
    last_end_ = now;
    if (!streams_) {
      ++head_;
      advance_head();
    }
  }

 protected:
  Readiness& readiness_;

 private:
  void advance_head() {
    while (head_ < readiness_.slots() && !readiness_.job(head_).occupies(stage_)) {
      ++head_;
    }
  }

  Stage stage_;
  bool streams_;
  Entry running_;
  double started_ = 0;
  std::uint32_t head_ = 0;                                                  ///< ordered: the slot whose turn it is
  double last_end_ = 0;                                                     ///< ordered: of the stage before
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> waiting_;  ///< streams
  double last_ready_ = 0;  ///< streams: what ready times tied with it are taken for
};

/// The engine of one direction. Copies of opposite directions that are both exclusive (pageable, or sharing the one
/// copy engine) never overlap, so that Engines decides between them.
class CopyEngine : public EngineQueue {
 public:
  /// Keeps a reference. one_engine: there is one for both directions, so that every copy is exclusive.
  CopyEngine(Direction direction, bool one_engine, Submission submission, Readiness& readiness)
      : EngineQueue(direction == Direction::h2d ? Stage::h2d : Stage::d2h, submission, readiness),
        direction_(direction),
        one_engine_(one_engine) {}

  bool lasts(std::uint32_t slot) const { return readiness_.job(slot).alone(stage()) > Millis{0}; }
  bool exclusive(std::uint32_t slot) const { return one_engine_ || readiness_.job(slot).exclusive[index(direction_)]; }
  /// Whether it serves an exclusive copy.
  bool held() const { return !idle() && exclusive(running().slot); }

 private:
  Direction direction_;
  bool one_engine_;
};

/// Those of a device, or of a MIG instance: [Direction].
using CopyEnginePair = std::array<CopyEngine, 2>;

}  // namespace warpshop::evaluate
