#pragma once

#include <span>

#include "sim/learn/forest.hpp"
#include "sim/place/pair_predictor.hpp"
#include "sim/study/interference/measured_pairs.hpp"
#include "sim/study/interference/pair_features.hpp"
#include "sim/study/interference/profiled_kernels.hpp"

namespace warpshop::study {

/// Who interferes with whom, and the larger slowdown of the two; kernels by position, in either order.
///
/// Ours: the co-run law over what the series say that both use, phase by phase.
place::PairPredictor law_by_phases(const ProfiledKernels& kernels);
/// The same over the mean of each series: what time in the series is worth to the law.
place::PairPredictor law_on_means(const ProfiledKernels& kernels);

/// How S2's detector learns.
struct LearningOptions {
  learn::ForestOptions forest = {};  ///< of both
  Lags lags = Lags::zero;
  bool oversample = true;  ///< even out the labels of the pairs it learns from, for the classifier
  bool eliminate = false;  ///< features, by learn::kept_features(), five folds, 25 trees
};
/// S2: a random forest of labels and bagged trees of slowdowns over eq. (1) of each metric. Requires pairs.
place::PairPredictor learned(const ProfiledKernels& kernels, std::span<const MeasuredPair> pairs,
                             const LearningOptions& options);
/// Ours: the law by phases, times what bagged trees over the same features and the law's own slowdown learned that
/// measurements are off it by. Requires pairs.
place::PairPredictor corrected_law(const ProfiledKernels& kernels, std::span<const MeasuredPair> pairs,
                                   const LearningOptions& options);

/// S2's rivals. They label; the slowdown is 1 of what is labelled 0, 2 (one after the other) of what is labelled 1.
///
/// Two kernels of the same class interfere.
place::PairPredictor same_class(const ProfiledKernels& kernels);
/// At least 3 metrics are over 40 % similar: the smaller mean of the series / the larger (ours).
place::PairPredictor similar_metrics(const ProfiledKernels& kernels);
/// A kernel interferes whose mean slowdown beside all others that it was measured beside is at least 20 %; two do, if
/// one of them does (ours). The slowdown is the larger mean. One that was not measured slows nobody.
place::PairPredictor mean_slowdown(const ProfiledKernels& kernels, std::span<const MeasuredPair> pairs);

}  // namespace warpshop::study
