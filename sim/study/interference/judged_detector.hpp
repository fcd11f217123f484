#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "sim/learn/folds.hpp"
#include "sim/learn/scores.hpp"
#include "sim/place/pair_predictor.hpp"
#include "sim/study/interference/measured_pairs.hpp"

namespace warpshop::study {

/// How often a detector was right, and how far off.
struct DetectorScore {
  learn::Confusion labels = {};
  double squares = 0;  ///< of predicted less measured slowdown

  void add(const MeasuredPair& pair, const place::PairPrediction& said);
  void add(const DetectorScore& other);
  /// Mean squared error; 0 of none.
  double mse() const { return labels.all() == 0 ? 0 : squares / static_cast<double>(labels.all()); }
};

/// Makes a detector of pairs that it may learn from.
using MakeDetector = std::function<place::PairPredictor(std::span<const MeasuredPair> train)>;

/// Of each fold the detector made of its training pairs, judged by its test pairs; all folds together.
DetectorScore judged_detector(std::span<const MeasuredPair> pairs, std::span<const learn::Fold> folds,
                              const MakeDetector& make);

/// Labels of pairs, as classes.
std::vector<double> labels_of(std::span<const MeasuredPair> pairs);
/// Pairs with copies of the rarer label before anything is divided: what one must not do, as copies of a pair then are
/// in the training and in the test of the same fold.
std::vector<MeasuredPair> copied_before(std::span<const MeasuredPair> pairs, std::uint64_t seed);
/// A fold for each application: its test has every pair with a kernel of it, its training none.
std::vector<learn::Fold> leave_applications_out(std::span<const MeasuredPair> pairs,
                                                std::span<const PhasedKernel> kernels);

}  // namespace warpshop::study
