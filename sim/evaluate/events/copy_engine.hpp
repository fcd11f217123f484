#pragma once

#include <array>
#include <cstdint>

#include "sim/evaluate/events/engine_queue.hpp"
#include "sim/evaluate/events/readiness.hpp"
#include "sim/model/stage.hpp"

namespace warpshop::evaluate {

/// The engine of one direction. Copies of opposite directions that are both exclusive (pageable, or sharing the one
/// copy engine) never overlap, so that Engines decides between them.
class CopyEngine {
 public:
  /// Keeps a reference. one_engine: there is one for both directions, so that every copy is exclusive.
  CopyEngine(Direction direction, bool one_engine, Submission submission, Readiness& readiness)
      : direction_(direction),
        one_engine_(one_engine),
        readiness_(readiness),
        queue_(direction == Direction::h2d ? Stage::h2d : Stage::d2h, submission, readiness) {}

  EngineQueue& queue() { return queue_; }
  const EngineQueue& queue() const { return queue_; }
  bool lasts(std::uint32_t slot) const { return readiness_.job(slot).alone(queue_.stage()) > Millis{0}; }
  bool exclusive(std::uint32_t slot) const { return one_engine_ || readiness_.job(slot).exclusive[index(direction_)]; }
  void serve(const EngineQueue::Entry& next, double now) { queue_.serve(next, now); }
  void end(double now) { queue_.end(now); }
  /// Whether it serves an exclusive copy.
  bool held() const { return !queue_.idle() && exclusive(queue_.running().slot); }

 private:
  Direction direction_;
  bool one_engine_;
  const Readiness& readiness_;
  EngineQueue queue_;
};

/// Those of a device, or of a MIG instance: [Direction].
using CopyEnginePair = std::array<CopyEngine, 2>;

}  // namespace warpshop::evaluate
