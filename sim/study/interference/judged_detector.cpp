#include "sim/study/interference/judged_detector.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

namespace warpshop::study {

void DetectorScore::add(const MeasuredPair& pair, const place::PairPrediction& said) {
  labels.add(pair.interferes(), said.interferes);
  squares += (said.slowdown - pair.slowdown) * (said.slowdown - pair.slowdown);
}

void DetectorScore::add(const DetectorScore& other) {
  labels.true_ones += other.labels.true_ones;
  labels.true_zeros += other.labels.true_zeros;
  labels.false_ones += other.labels.false_ones;
  labels.false_zeros += other.labels.false_zeros;
  squares += other.squares;
}

DetectorScore judged_detector(std::span<const MeasuredPair> pairs, std::span<const learn::Fold> folds,
                              const MakeDetector& make) {
  DetectorScore score;
  for (const learn::Fold& fold : folds) {
    std::vector<MeasuredPair> train;
    std::transform(fold.train.begin(), fold.train.end(), std::back_inserter(train),
                   [&](std::size_t row) { return pairs[row]; });
    const place::PairPredictor detector = make(train);
    for (const std::size_t row : fold.test) {
      score.add(pairs[row], detector(pairs[row].first, pairs[row].second));
    }
  }
  return score;
}

std::vector<double> labels_of(std::span<const MeasuredPair> pairs) {
  std::vector<double> labels(pairs.size());
  std::transform(pairs.begin(), pairs.end(), labels.begin(),
                 [](const MeasuredPair& pair) { return pair.interferes() ? 1.0 : 0.0; });
  return labels;
}

std::vector<MeasuredPair> copied_before(std::span<const MeasuredPair> pairs, std::uint64_t seed) {
  std::vector<std::size_t> rows(pairs.size());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  std::vector<MeasuredPair> copied;
  for (const std::size_t row : learn::oversampled(labels_of(pairs), std::move(rows), seed)) {
    copied.push_back(pairs[row]);
  }
  return copied;
}

std::vector<learn::Fold> leave_applications_out(std::span<const MeasuredPair> pairs,
                                                std::span<const PhasedKernel> kernels) {
  std::vector<std::vector<std::size_t>> applications;
  for (const MeasuredPair& pair : pairs) {
    applications.push_back({kernels[pair.first].application, kernels[pair.second].application});
  }
  return learn::leave_groups_out(applications);
}

}  // namespace warpshop::study
