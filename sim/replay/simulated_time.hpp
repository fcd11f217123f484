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
  /// From now on in this process, a simulated second is a millisecond of the plan, and nothing else changes: for who
  /// reads SimGrid's own record of it.
  static void use_milliseconds();

  /// A duration, in simulated seconds; what SimGrid's clock says at that time of the plan.
  double to_simulated(Millis duration) const { return duration.count() * unit_; }
  /// The reverse.
  Millis to_plan(double simulated) const { return Millis{simulated / unit_}; }
  /// Time of the plan.
  Millis now() const;
  /// Simulated seconds that the plan may take: 2^22, but for use_milliseconds().
  static double longest();

 private:
  explicit SimulatedTime(double unit) : unit_(unit) {}

  double unit_;  ///< simulated seconds a millisecond
};

}  // namespace warpshop::replay
