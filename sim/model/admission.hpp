#pragma once

#include "sim/model/client.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/units.hpp"

namespace warpshop {

/// Whether it is still worth beginning a request of one client: not when its answer would come later than the goal's
/// latency, so that those behind it are not late as well. What a request takes is learnt from those that were answered,
/// by mean and mean deviation as TCP learns round trips (RFC 6298): at most mean + 4 deviations. A request that is
/// refused counts as one that took what it takes alone, so that after a while the next is tried.
class Admission {
 public:
  /// The instance's clients may admit all, see ClientSet::admits.
  Admission(const Instance& instance, const Client& client);

  /// What is late by rounding alone is not.
  bool admits(Millis arrived, Millis now) const {
    return now - arrived + mean_ + kDeviations * deviation_ <= goal_ + kTieTolerance * (now + goal_);
  }
  /// One took so long from its begin to its answer.
  void answered(Millis took);
  void refused() { answered(alone_); }

 private:
  static constexpr double kDeviations = 4;

  Millis goal_;   ///< infinite: none
  Millis alone_;  ///< its commands and what lies between them, one after the other
  Millis mean_ = alone_;
  Millis deviation_{0};
};

}  // namespace warpshop
