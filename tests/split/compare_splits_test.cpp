#include "sim/split/compare_splits.hpp"

#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

namespace warpshop::split {
namespace {

std::vector<const SplitPolicy*> every_policy() {
  std::vector<const SplitPolicy*> all;
  all.reserve(split_policies().size());
  for (const SplitPolicy& policy : split_policies()) {
    all.push_back(&policy);
  }
  return all;
}

/// CPU: 2 iterations a ms; GPU: 1 ms and 8 a ms.
SplitProblem problem() {
  return {.iterations = 65536, .cpu = {.per_thread = {1000}, .threads = 2}, .gpu = affine_gpu(Millis{1}, {8000})};
}

TEST(CompareSplits, RanksBestFirstAndSaysWhatEachSideTakesAlone) {
  SplitComparison comparison;
  predict(problem(), every_policy(), comparison);
  EXPECT_EQ(comparison.policies.size(), split_policies().size());
  for (std::size_t i = 1; i < comparison.policies.size(); ++i) {
    EXPECT_LE(comparison.policies[i - 1].total(), comparison.policies[i].total());
  }
  EXPECT_EQ(comparison.predicted_alone.cpu, Millis{32768});
  EXPECT_EQ(comparison.predicted_alone.gpu, Millis{8193});
  // 1 + n/8 = (65536 - n)/2: n = 52427.2
  EXPECT_EQ(comparison.best.parts.gpu, 52427);
  EXPECT_EQ(comparison.policies.front().policy, "affine");
  EXPECT_FALSE(comparison.policies.front().range);
}

TEST(CompareSplits, GivesARangeWhereTheCpuIsAssumed) {
  SplitProblem assumed = problem();
  assumed.cpu_assumed = true;
  SplitComparison comparison;
  const SplitPolicy* one = find_split_policy("static");
  predict(assumed, std::span(&one, 1), comparison);
  // Half of the work: the GPU takes 4097 ms; the CPU 16384, or 4096 four times as fast, or 65536.
  const SplitResult& result = comparison.policies.front();
  EXPECT_EQ(result.predicted.total(), Millis{16384});
  EXPECT_EQ((*result.range)[0], Millis{4097});
  EXPECT_EQ((*result.range)[1], Millis{65536});
}

TEST(CompareSplits, MeasuredRunsAreThoseOfMedianLengthAndRank) {
  SplitComparison comparison;
  const std::vector<const SplitPolicy*> two{find_split_policy("static"), find_split_policy("quick")};
  predict(problem(), two, comparison);
  EXPECT_EQ(comparison.policies.front().policy, "quick");
  // A machine unlike the model: each step takes longer than the one before, by its number.
  int steps = 0;
  const Machine machine = [&](const SplitParts& parts) {
    ++steps;
    return SplitTimes{.cpu = Millis{parts.cpu > 0 ? steps : 0.0}, .gpu = Millis{parts.gpu > 0 ? steps : 0.0}};
  };
  measure(problem(), machine, 3, comparison);
  // Alone: steps 1 to 3, 4 to 6; quick, two steps each: 7 + 8, 9 + 10, 11 + 12; static: 13, 14, 15.
  EXPECT_EQ(comparison.measured_alone->cpu, Millis{2});
  EXPECT_EQ(comparison.measured_alone->gpu, Millis{5});
  EXPECT_EQ(comparison.policies[0].policy, "static");
  EXPECT_EQ(comparison.policies[0].total(), Millis{14});
  EXPECT_EQ(comparison.policies[1].total(), Millis{19});
}

}  // namespace
}  // namespace warpshop::split
