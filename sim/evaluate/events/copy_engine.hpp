#pragma once

#include <array>
#include <cstdint>

#include "sim/evaluate/events/engine_queue.hpp"
#include "sim/evaluate/events/readiness.hpp"
#include "sim/model/stage.hpp"

namespace warpshop::evaluate {

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
