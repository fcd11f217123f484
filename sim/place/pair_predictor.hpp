#pragma once

#include <cstddef>
#include <functional>

namespace warpshop::place {

/// What is predicted of a job that starts beside another, one pass each: S2's target and label.
struct PairPrediction {
  double slowdown;  ///< the larger T_p / T_s of the two; > 0
  bool interferes;  ///< label 1: one of the two slows down by more than 20 %
};

/// kernel: the kind of the job that would start; other: of the one that is there.
using PairPredictor = std::function<PairPrediction(std::size_t kernel, std::size_t other)>;

/// Beyond it the pair is labelled 1 (S2).
inline constexpr double kLabelledSlowdown = 1.2;

}  // namespace warpshop::place
