#include "sim/study/interference/detectors.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "sim/study/interference/judged_detector.hpp"
#include "sim/study/interference/pair_slowdown.hpp"
#include "sim/study/interference/profiled_kernels.hpp"
#include "sim/study/interference/s2_kernels.hpp"

namespace warpshop::study {
namespace {

/// Three kernels with two metrics, one sample each.
ProfiledKernels three_kernels() {
  ProfiledKernels all;
  for (const auto& [a, b, c, category] : {std::tuple{10.0, 1.0, 5.0, Category::compute_bound},
                                          {4.1, 0.5, 12.4, Category::memory_bound},
                                          {3.9, 0.5, 2.1, Category::compute_bound}}) {
    all.seen.push_back({.category = category, .phases = {{.length = Millis{70}}}});
    all.series.push_back({.every = Millis{70}, .metrics = {"a", "b", "c"}, .samples = {{a}, {b}, {c}}});
  }
  return all;
}

TEST(MeasuredPairs, AreAllPairsWithEachKernelBesideItself) {
  const std::vector<MeasuredPair> pairs = measured_pairs(s2_kernels({}), {}, {});
  ASSERT_EQ(pairs.size(), 231U);  // 21 + 21 · 20 / 2
  EXPECT_EQ(pairs[1].first, 0U);
  EXPECT_EQ(pairs[1].second, 1U);
  EXPECT_EQ(pairs[230].first, 20U);
  EXPECT_EQ(pairs[230].second, 20U);
}

TEST(MeasuredPairs, AreTheLawWhereNothingStandsBetween) {
  const std::vector<PhasedKernel> kernels = s2_kernels({.seed = 2});
  for (const MeasuredPair& pair : measured_pairs(kernels, {}, {.law_error = 0, .run_noise = 0})) {
    const auto slowdown = pair_slowdown(kernels[pair.first], kernels[pair.second], {});
    EXPECT_DOUBLE_EQ(pair.slowdown, std::max(slowdown[0], slowdown[1]));
  }
}

TEST(MeasuredPairs, InterfereAboveTwentyPerCent) {
  EXPECT_FALSE((MeasuredPair{.slowdown = 1.2}.interferes()));
  EXPECT_TRUE((MeasuredPair{.slowdown = 1.2001}.interferes()));
}

// Samples of 70 ms cut phases, so that it is not exact.
TEST(LawByPhases, SeesInSeriesWhatTheKernelsDo) {
  const std::vector<PhasedKernel> kernels = s2_kernels({.seed = 5});
  const auto law = law_by_phases(profiled_kernels(kernels, {}, {.mean_error = 0, .sample_error = 0}));
  double worst = 0;
  for (const MeasuredPair& pair : measured_pairs(kernels, {}, {.law_error = 0, .run_noise = 0})) {
    const place::PairPrediction said = law(pair.second, pair.first);
    worst = std::max(worst, std::abs(said.slowdown - pair.slowdown));
    EXPECT_EQ(said.interferes, said.slowdown > 1.2);
  }
  EXPECT_LT(worst, 0.1);
  EXPECT_GT(worst, 0);
}

TEST(SameClass, InterferesWithItsOwnKind) {
  const auto detector = same_class(three_kernels());
  EXPECT_TRUE(detector(0, 2).interferes);
  EXPECT_FALSE(detector(1, 0).interferes);
  EXPECT_EQ(detector(0, 2).slowdown, 2);
  EXPECT_EQ(detector(1, 0).slowdown, 1);
}

// 4.1 of 10, 0.5 of 1, 5 of 12.4: three over 40 %. 3.9 of 10 is not.
TEST(SimilarMetrics, AreThreeOverFortyPerCent) {
  const auto detector = similar_metrics(three_kernels());
  EXPECT_TRUE(detector(0, 1).interferes);
  EXPECT_FALSE(detector(0, 2).interferes);
  EXPECT_FALSE(detector(2, 1).interferes);
}

// Means beside others: 0: (1.3 + 1.0) / 2, 1: (1.3 + 1.2) / 2, 2: (1.0 + 1.2) / 2; each beside itself does not count.
TEST(MeanSlowdown, IsThatBesideAllOthers) {
  const std::vector<MeasuredPair> pairs{{0, 0, 9}, {0, 1, 1.3}, {0, 2, 1.0}, {1, 2, 1.2}};
  const auto detector = mean_slowdown(three_kernels(), pairs);
  EXPECT_FALSE(detector(0, 2).interferes);
  EXPECT_DOUBLE_EQ(detector(0, 2).slowdown, 1.15);
  EXPECT_TRUE(detector(2, 1).interferes);
  EXPECT_DOUBLE_EQ(detector(2, 1).slowdown, 1.25);
  const auto ignorant = mean_slowdown(three_kernels(), std::span(pairs).first(1));
  EXPECT_DOUBLE_EQ(ignorant(0, 0).slowdown, 1);
}

// What it has learned from it knows by heart, in either order.
TEST(Learned, KnowsWhatItHasSeen) {
  const std::vector<PhasedKernel> kernels = s2_kernels({.seed = 3});
  const ProfiledKernels seen = profiled_kernels(kernels, {}, {});
  const std::vector<MeasuredPair> pairs = measured_pairs(kernels, {}, {.law_error = 0, .run_noise = 0});
  const auto detector = learned(seen, pairs, {.forest = {.trees = 30}});
  const auto law = law_by_phases(seen);
  const auto corrected = corrected_law(seen, pairs, {.forest = {.trees = 30}});
  DetectorScore score;
  DetectorScore of_law;
  DetectorScore of_corrected;
  for (const MeasuredPair& pair : pairs) {
    const place::PairPrediction said = detector(pair.first, pair.second);
    EXPECT_EQ(said.slowdown, detector(pair.second, pair.first).slowdown);
    score.add(pair, said);
    of_law.add(pair, law(pair.first, pair.second));
    of_corrected.add(pair, corrected(pair.first, pair.second));
  }
  EXPECT_GT(score.labels.accuracy(), 0.98);
  EXPECT_LT(of_corrected.mse(), of_law.mse());
}

// Of 4 pairs, 3 in one test fold, 1 in the other; a detector that says what the first training pair was.
TEST(JudgedDetector, LearnsFromTrainingPairsAlone) {
  const std::vector<MeasuredPair> pairs{{0, 0, 1.0}, {0, 1, 1.5}, {1, 1, 1.1}, {1, 2, 2.0}};
  const std::vector<learn::Fold> folds{{.train = {1}, .test = {0, 2, 3}}, {.train = {0, 2, 3}, .test = {1}}};
  const DetectorScore score = judged_detector(pairs, folds, [](std::span<const MeasuredPair> train) {
    const double slowdown = train.front().slowdown;
    return [slowdown](std::size_t, std::size_t) {
      return place::PairPrediction{.slowdown = slowdown, .interferes = slowdown > 1.2};
    };
  });
  EXPECT_EQ(score.labels.true_ones, 1U);
  EXPECT_EQ(score.labels.false_ones, 2U);
  EXPECT_EQ(score.labels.false_zeros, 1U);
  EXPECT_DOUBLE_EQ(score.mse(), (0.25 + 0.16 + 0.25 + 0.25) / 4);
}

TEST(CopiedBefore, EvensLabelsOut) {
  const std::vector<MeasuredPair> pairs{{0, 0, 1.0}, {0, 1, 1.5}, {1, 1, 1.1}, {1, 2, 1.0}};
  const std::vector<MeasuredPair> copied = copied_before(pairs, 1);
  ASSERT_EQ(copied.size(), 6U);
  EXPECT_EQ(copied[4].second, 1U);
  EXPECT_EQ(copied[5].slowdown, 1.5);
}

TEST(LeaveApplicationsOut, TrainsOnNoKernelOfTheApplication) {
  const std::vector<PhasedKernel> kernels = s2_kernels({});
  const std::vector<MeasuredPair> pairs = measured_pairs(kernels, {}, {});
  const std::vector<learn::Fold> folds = leave_applications_out(pairs, kernels);
  ASSERT_EQ(folds.size(), 7U);
  for (std::size_t application = 0; application < 7; ++application) {
    EXPECT_EQ(folds[application].train.size(), 171U);  // 18 kernels: 18 + 18 · 17 / 2
    for (const std::size_t row : folds[application].train) {
      EXPECT_NE(kernels[pairs[row].first].application, application);
      EXPECT_NE(kernels[pairs[row].second].application, application);
    }
  }
}

}  // namespace
}  // namespace warpshop::study
