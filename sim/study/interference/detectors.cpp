#include "sim/study/interference/detectors.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <utility>

#include "sim/learn/elimination.hpp"
#include "sim/learn/folds.hpp"
#include "sim/study/interference/pair_slowdown.hpp"

namespace warpshop::study {
namespace {

constexpr double kOneAfterTheOther = 2;
constexpr std::size_t kSimilarMetrics = 3;
constexpr double kSimilar = 0.4;
constexpr std::size_t kEliminationFolds = 5;
constexpr std::size_t kEliminationTrees = 25;  // of hundreds of forests

/// Answers of a function of unordered pairs, asked once each: whoever places asks again and again.
place::PairPredictor each_pair_once(std::size_t kernels, const place::PairPredictor& predict) {
  std::vector<place::PairPrediction> answers;
  for (std::size_t first = 0; first < kernels; ++first) {
    for (std::size_t second = 0; second < kernels; ++second) {
      answers.push_back(second < first ? answers[second * kernels + first] : predict(first, second));
    }
  }
  return [answers = std::move(answers), kernels](std::size_t kernel, std::size_t other) {
    return answers[kernel * kernels + other];
  };
}

place::PairPrediction predicted(double slowdown) {
  return {.slowdown = slowdown, .interferes = slowdown > place::kLabelledSlowdown};
}
place::PairPrediction labelled(bool interferes) {
  return {.slowdown = interferes ? kOneAfterTheOther : 1, .interferes = interferes};
}

place::PairPredictor law_over(const std::vector<PhasedKernel>& kernels, const InterferenceGpu& gpu) {
  return each_pair_once(kernels.size(), [&](std::size_t first, std::size_t second) {
    const auto slowdown = pair_slowdown(kernels[first], kernels[second], gpu);
    return predicted(std::max(slowdown[0], slowdown[1]));
  });
}

double mean_of_samples(const std::vector<double>& samples) {
  return std::accumulate(samples.begin(), samples.end(), 0.0) / static_cast<double>(samples.size());
}

}  // namespace

place::PairPredictor law_by_phases(const ProfiledKernels& kernels) {
  return law_over(kernels.seen, kernels.gpu);
}

place::PairPredictor law_on_means(const ProfiledKernels& kernels) {
  std::vector<PhasedKernel> even;
  std::transform(kernels.seen.begin(), kernels.seen.end(), std::back_inserter(even), without_phases);
  return law_over(even, kernels.gpu);
}

place::PairPredictor learned(const ProfiledKernels& kernels, std::span<const MeasuredPair> pairs,
                             const LearningOptions& options) {
  learn::Table labels{.features = kernels.series.front().metrics.size()};
  learn::Table slowdowns = labels;
  for (const MeasuredPair& pair : pairs) {
    const auto features = pair_features(kernels.series[pair.first], kernels.series[pair.second], options.lags);
    labels.add(features, pair.interferes() ? 1 : 0);
    slowdowns.add(features, pair.slowdown);
  }
  std::vector<std::size_t> kept(labels.features);
  std::iota(kept.begin(), kept.end(), std::size_t{0});
  if (options.eliminate) {
    learn::ForestOptions small = options.forest;
    small.trees = std::min(small.trees, kEliminationTrees);
    kept = learn::kept_features(labels, kEliminationFolds, small);
  }
  std::vector<std::size_t> rows(labels.rows());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  if (options.oversample) {
    rows = learn::oversampled(labels.targets, std::move(rows), options.forest.seed);
  }
  const learn::Classifier forest =
      learn::random_forest(learn::columns_of(learn::rows_of(labels, rows), kept), options.forest);
  const learn::Regressor bagged = learn::bagged_trees(learn::columns_of(slowdowns, kept), options.forest);
  return each_pair_once(kernels.series.size(), [&](std::size_t first, std::size_t second) {
    const auto all = pair_features(kernels.series[first], kernels.series[second], options.lags);
    const auto features = learn::columns_of(all, kept);
    return place::PairPrediction{.slowdown = bagged(features), .interferes = learn::likeliest(forest(features)) == 1};
  });
}

place::PairPredictor corrected_law(const ProfiledKernels& kernels, std::span<const MeasuredPair> pairs,
                                   const LearningOptions& options) {
  const place::PairPredictor law = law_by_phases(kernels);
  const auto features_of = [&](std::size_t first, std::size_t second) {
    auto features = pair_features(kernels.series[first], kernels.series[second], options.lags);
    features.push_back(law(first, second).slowdown);
    return features;
  };
  learn::Table residuals{.features = kernels.series.front().metrics.size() + 1};
  for (const MeasuredPair& pair : pairs) {
    residuals.add(features_of(pair.first, pair.second),
                  std::log(pair.slowdown / law(pair.first, pair.second).slowdown));
  }
  const learn::Regressor bagged = learn::bagged_trees(residuals, options.forest);
  return each_pair_once(kernels.series.size(), [&](std::size_t first, std::size_t second) {
    return predicted(law(first, second).slowdown * std::exp(bagged(features_of(first, second))));
  });
}

place::PairPredictor same_class(const ProfiledKernels& kernels) {
  return each_pair_once(kernels.seen.size(), [&](std::size_t first, std::size_t second) {
    return labelled(kernels.seen[first].category == kernels.seen[second].category);
  });
}

place::PairPredictor similar_metrics(const ProfiledKernels& kernels) {
  return each_pair_once(kernels.series.size(), [&](std::size_t first, std::size_t second) {
    std::size_t similar = 0;
    for (std::size_t metric = 0; metric < kernels.series[first].metrics.size(); ++metric) {
      const double a = mean_of_samples(kernels.series[first].samples[metric]);
      const double b = mean_of_samples(kernels.series[second].samples[metric]);
      similar += std::min(a, b) > kSimilar * std::max(a, b) ? 1 : 0;
    }
    return labelled(similar >= kSimilarMetrics);
  });
}

place::PairPredictor mean_slowdown(const ProfiledKernels& kernels, std::span<const MeasuredPair> pairs) {
  std::vector<std::pair<double, int>> sums(kernels.seen.size());  // of slowdowns, of how many
  for (const MeasuredPair& pair : pairs) {
    for (const std::size_t side : {pair.first, pair.second}) {
      if (pair.first != pair.second) {
        sums[side].first += pair.slowdown;
        ++sums[side].second;
      }
    }
  }
  return each_pair_once(kernels.seen.size(), [&](std::size_t first, std::size_t second) {
    double most = 1;
    for (const std::size_t side : {first, second}) {
      most = std::max(most, sums[side].second > 0 ? sums[side].first / sums[side].second : 1);
    }
    return place::PairPrediction{.slowdown = most, .interferes = most >= place::kLabelledSlowdown};
  });
}

}  // namespace warpshop::study
