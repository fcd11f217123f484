#include "sim/learn/folds.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

#include "sim/learn/scores.hpp"

namespace warpshop::learn {
namespace {

constexpr std::array<double, 15> kTargets{0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1};  // four of 1

TEST(StratifiedFolds, TestEveryRowOnceAndTrainOnAllOthers) {
  std::vector<int> tested(kTargets.size());
  for (const Fold& fold : stratified_folds(kTargets, 4, 3)) {
    EXPECT_EQ(fold.train.size() + fold.test.size(), kTargets.size());
    for (const std::size_t row : fold.test) {
      ++tested[row];
      EXPECT_EQ(std::count(fold.train.begin(), fold.train.end(), row), 0);
    }
    EXPECT_EQ(std::count_if(fold.test.begin(), fold.test.end(), [](std::size_t row) { return kTargets[row] == 1; }), 1);
  }
  EXPECT_EQ(tested, std::vector<int>(kTargets.size(), 1));
}

TEST(StratifiedFolds, FollowFromTheSeed) {
  EXPECT_EQ(stratified_folds(kTargets, 3, 1)[0].test, stratified_folds(kTargets, 3, 1)[0].test);
  EXPECT_NE(stratified_folds(kTargets, 3, 1)[0].test, stratified_folds(kTargets, 3, 2)[0].test);
}

TEST(LeaveOneOut, HasAFoldForEachRow) {
  const std::vector<Fold> folds = leave_one_out(3);
  ASSERT_EQ(folds.size(), 3U);
  EXPECT_EQ(folds[1].test, (std::vector<std::size_t>{1}));
  EXPECT_EQ(folds[1].train, (std::vector<std::size_t>{0, 2}));
}

// Rows are pairs of applications 0, 1 and 2.
TEST(LeaveGroupsOut, LearnsFromNoRowThatHasToDoWithTheGroup) {
  const std::vector<std::vector<std::size_t>> pairs{{0, 0}, {0, 1}, {1, 1}, {1, 2}, {2, 2}, {0, 2}};
  const std::vector<Fold> folds = leave_groups_out(pairs);
  ASSERT_EQ(folds.size(), 3U);
  EXPECT_EQ(folds[0].train, (std::vector<std::size_t>{2, 3, 4}));
  EXPECT_EQ(folds[0].test, (std::vector<std::size_t>{0, 1, 5}));
  EXPECT_EQ(folds[2].train, (std::vector<std::size_t>{0, 1, 2}));
}

TEST(LeaveGroupsOut, HasNoFoldWithNothingToLearnFrom) {
  const std::vector<std::vector<std::size_t>> pairs{{0}, {0, 1}};
  ASSERT_EQ(leave_groups_out(pairs).size(), 1U);
}

TEST(Oversampled, EvensClassesOutByCopiesOfGivenRowsAlone) {
  const std::vector<std::size_t> rows{0, 1, 2, 3, 4, 5};
  const std::vector<std::size_t> more = oversampled(kTargets, rows, 9);
  ASSERT_EQ(more.size(), 8U);
  EXPECT_TRUE(std::equal(rows.begin(), rows.end(), more.begin()));
  EXPECT_TRUE(more[6] == 2 || more[6] == 5);
  EXPECT_TRUE(more[7] == 2 || more[7] == 5);
}

TEST(Oversampled, LeavesOneClassAlone) {
  EXPECT_EQ(oversampled(kTargets, {0, 1}, 9), (std::vector<std::size_t>{0, 1}));
}

// 6 of 1 found, 2 missed, 1 wrongly called so, 11 rightly not: precision 6/7, recall 6/8.
TEST(Confusion, ScoresAreTheirDefinitions) {
  Confusion confusion;
  for (int i = 0; i < 20; ++i) {
    confusion.add(i < 8, i < 6 || i == 8);
  }
  EXPECT_DOUBLE_EQ(confusion.accuracy(), 17.0 / 20);
  const double precision = 6.0 / 7;
  const double recall = 6.0 / 8;
  EXPECT_DOUBLE_EQ(confusion.f_of_ones(), 2 * precision * recall / (precision + recall));
  EXPECT_DOUBLE_EQ(confusion.f_of_zeros(), 2 * (11.0 / 13) * (11.0 / 12) / (11.0 / 13 + 11.0 / 12));
  EXPECT_EQ(Confusion{}.accuracy(), 0);
}

}  // namespace
}  // namespace warpshop::learn
