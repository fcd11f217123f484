#pragma once

#include "sim/model/units.hpp"

namespace warpshop::replay {

/// How the time of a replay is told to SimGrid, whose clock is a double, and which loses events where two dates that
/// ought to be the same differ by more than its precision.
///
/// The unit follows from the plan, which takes 2^20 to 2^21 simulated seconds. The precision is 2^-50 of the last date
/// that the plan can need: four to eight steps of a double there. Units are powers of two, so that durations are told
/// without rounding. So times are told apart that differ by more than 2^-48 (4e-15) of the plan's length.
class SimulatedTime {
 public:
  /// Of a replay in a process that has replayed nothing yet. length: what the plan is expected to take, 0 and more,
  /// finite; it may take up to twice as long. Sets SimGrid's precision.
  static SimulatedTime of(Millis length);

  /// A duration, in simulated seconds; what SimGrid's clock says at that time of the plan.
  double to_simulated(Millis duration) const { return duration.count() * unit_; }
  /// Time of the plan.
  Millis now() const;
  /// Simulated seconds that the plan may take: 2^22.
  static double longest();

 private:
  explicit SimulatedTime(double unit) : unit_(unit) {}

  double unit_;  ///< simulated seconds a millisecond
};

}  // namespace warpshop::replay
