#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "sim/share/sampler.hpp"

namespace warpshop::share {

/// FlexSched's walk through the configurations of two kernels (S5 4.5), ordered by what the first one gets: as long as
/// the next configuration is better than the one before, STP_S = (NP_1 + NP_2) / 2 > 1 (4.4) with NP_i = TER_i there /
/// TER_i before (4.3); back to the last that was at the first that is not. From one in the middle in one direction, and
/// in the other only if the first step was no better.
class ThroughputWalk {
 public:
  /// start < configurations. towards_first: the direction that is tried first from the middle gives the first kernel
  /// more.
  ThroughputWalk(std::size_t configurations, std::size_t start, bool towards_first = false);

  /// The configuration to sample, or to stay at.
  std::size_t position() const { return position_; }
  bool done() const { return done_; }
  /// What was measured at position().
  void measured(const Progress& progress);
  /// What has been sampled, in that order.
  const std::vector<std::size_t>& probed() const { return probed_; }

 private:
  bool step(std::ptrdiff_t direction);
  void turn_or_stay();

  std::size_t configurations_;
  std::size_t start_;
  std::size_t position_;
  std::size_t best_;
  std::ptrdiff_t direction_;
  bool turned_ = false;
  bool done_ = false;
  std::optional<Progress> best_progress_;
  std::vector<std::size_t> probed_;
};

}  // namespace warpshop::share
