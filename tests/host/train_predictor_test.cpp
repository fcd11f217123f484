#include "sim/host/train_predictor.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <gtest/gtest.h>

#include "sim/host/queries.hpp"

namespace warpshop::host {
namespace {

TEST(TrainPredictor, TakesWhoExplainsMostForEachTarget) {
  for (const QueryApplication& application : query_applications().first(2)) {
    const TrainedPredictor trained = train_predictor({}, application, {}, 1);
    for (const LearnerScores& scores : {trained.duration, trained.ipc}) {
      const double best = *std::max_element(scores.explained.begin(), scores.explained.end());
      EXPECT_EQ(scores.explained.at(static_cast<std::size_t>(scores.taken)), best);
      EXPECT_GT(best, 0.85);
      EXPECT_LE(best, 1);
    }
    // Durations are about size / cores, which no line is.
    EXPECT_GT(trained.duration.explained[0], trained.duration.explained[1] + 0.1);
  }
}

// What it has not seen: the largest and smallest settings, middle ones, without phases.
TEST(TrainPredictor, PredictsNearWhatQueriesTake) {
  const QueryApplication& application = query_applications()[2];
  const QueryPredictor predictor = train_predictor({}, application, {}, 1).predictor;
  for (const ProcessorPart grant : {ProcessorPart{4, 8}, ProcessorPart{8, 4}, ProcessorPart{12, 16}}) {
    for (const double size : {3.0, 6.0, 9.0}) {
      const double expected = alone({}, application, {.size = size, .phases = {1, 1, 1, 1}}, grant).count();
      EXPECT_NEAR(predictor.duration(size, grant).count(), expected, 0.25 * expected + 10) << size << grant.cores;
      const double ipc = work_of(application, size).count() / expected;
      EXPECT_NEAR(predictor.ipc(size, grant), ipc, 0.2 * ipc) << size << grant.cores;
    }
  }
}

TEST(TrainPredictor, KeepsToTheLearnerThatIsSet) {
  const QueryApplication& application = query_applications()[1];
  const TrainedPredictor linear = train_predictor({}, application, {}, 1, Learner::linear);
  EXPECT_EQ(linear.duration.taken, Learner::linear);
  EXPECT_EQ(linear.ipc.taken, Learner::linear);
  // On a line in cores; never below nothing.
  const auto ipc = [&](int cores) { return linear.predictor.ipc(5, {cores, 8}); };
  EXPECT_NEAR(ipc(9) - ipc(6), ipc(6) - ipc(3), 1e-9);
  EXPECT_EQ(linear.predictor.duration(0.001, {12, 16}), Millis{0});
}

TEST(TrainPredictor, IsTheSameForASeedAlone) {
  const QueryApplication& application = query_applications()[3];
  const auto predicted = [&](std::uint64_t seed) {
    return train_predictor({}, application, {}, seed, Learner::sgd).predictor.duration(9, {2, 3});
  };
  EXPECT_EQ(predicted(1), predicted(1));
  EXPECT_NE(predicted(1), predicted(2));
}

}  // namespace
}  // namespace warpshop::host
