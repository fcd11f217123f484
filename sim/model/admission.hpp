#pragma once

#include "sim/model/client.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/units.hpp"

namespace warpshop {

/// Whether it is still worth beginning a request of one client: not when its answer would come later than the goal's
/// latency, so that those behind it are not late as well. What a request takes from its begin on is learnt from those
/// that were answered, by mean and mean deviation as TCP learns round trips (RFC 6298; the deviation is 0 at first),
/// from what it takes alone on. A request that has waited for less than that is begun in any case, as nobody gains if
/// it is not, and something is learnt; unless the goal is out of reach even alone.
class Admission {
 public:
  /// The instance's clients may admit all, see ClientSet::admits.
  Admission(const Instance& instance, const Client& client);

  /// What is late by rounding alone is not.
  bool admits(Millis arrived, Millis now) const {
    const Millis latest = goal_ + kTieTolerance * (now + goal_);
    const Millis waited = now - arrived;
    return alone_ <= latest && (waited < alone_ || waited + mean_ + kDeviations * deviation_ <= latest);
  }
  /// One took so long from its begin to its answer.
  void answered(Millis took);

 private:
  static constexpr double kDeviations = 4;

  Millis goal_;   ///< infinite: none
  Millis alone_;  ///< its commands and what lies between them, one after the other
  Millis mean_ = alone_;
  Millis deviation_{0};
};

}  // namespace warpshop
