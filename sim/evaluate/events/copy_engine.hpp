#pragma once

#include <cstdint>

#include "sim/evaluate/events/engine_queue.hpp"
#include "sim/evaluate/events/readiness.hpp"
#include "sim/model/stage.hpp"

namespace warpshop::evaluate {

/// The engine of one direction. Copies of opposite directions that are both exclusive (pageable, or sharing the one DMA
/// engine) never overlap, so that Engines decides between them.
class CopyEngine {
 public:
  /// Keeps a reference.
  CopyEngine(Direction direction, Submission submission, Readiness& readiness)
      : direction_(direction),
        readiness_(readiness),
        queue_(direction == Direction::h2d ? Stage::h2d : Stage::d2h, submission, readiness) {}

  EngineQueue& queue() { return queue_; }
  const EngineQueue& queue() const { return queue_; }
  bool lasts(std::uint32_t slot) const { return readiness_.job(slot).alone(queue_.stage()) > Millis{0}; }
  bool exclusive(std::uint32_t slot) const { return readiness_.job(slot).exclusive[index(direction_)]; }
  void serve(const EngineQueue::Entry& next, double now) { queue_.serve(next, now); }
  void end(double now) { queue_.end(now); }
  /// Whether it serves an exclusive copy.
  bool held() const { return !queue_.idle() && exclusive(queue_.running().slot); }

 private:
  Direction direction_;
  const Readiness& readiness_;
  EngineQueue queue_;
};

}  // namespace warpshop::evaluate
