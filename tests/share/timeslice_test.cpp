// Time slices: each rule by itself, then all of them against a judge that goes millisecond by millisecond.
#include <cstdint>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "sim/evaluate/evaluate.hpp"
#include "sim/model/error.hpp"
#include "sim/share/share_policies.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/planned_by.hpp"
#include "tests/support/slow_turns.hpp"

namespace warpshop::share {
namespace {

struct Kernel {
  double time = 0;
  std::uint32_t family = 0;
  double release = 0;
};

/// Kernels that fill the GPU; a change of context takes so long.
Instance kernels(const std::vector<Kernel>& all, double switches = 0) {
  Instance instance;
  instance.chip =
      Chip{.sm = {.count = 4, .registers = 65536, .shared_memory = Bytes{96 << 10}, .threads = 2048, .ctas = 32}};
  instance.family_setup = Millis{switches};
  for (const Kernel& kernel : all) {
    Job& job = instance.jobs.emplace_back();
    job.has = {false, true, false};
    job.kernel = Millis{kernel.time};
    job.release = Millis{kernel.release};
    instance.families.push_back(kernel.family);
  }
  return instance;
}

struct Spans {
  std::vector<double> starts;
  std::vector<double> ends;
};

Spans spans(const Instance& instance, const Planned& planned) {
  Spans found{.starts = std::vector<double>(instance.size()), .ends = std::vector<double>(instance.size())};
  for (const Interval& kernel : evaluate::timeline(instance, planned.plan).intervals) {
    found.starts[kernel.task] = kernel.start.count();
    found.ends[kernel.task] = kernel.end.count();
  }
  return found;
}

std::vector<double> ends(const Instance& instance, const std::vector<double>& split) {
  return spans(instance, test::planned_by("timeslice", instance, split)).ends;
}

using Times = std::vector<double>;

TEST(Timeslice, ASliceThatRanOutWhileNobodyWaitedIsRenewedWhenWorkComesBack) {
  // The second kernel of the first process begins a slice at 10, so the other process waits until 12.
  EXPECT_EQ(ends(kernels({{1, 1, 0}, {3, 1, 10}, {1, 2, 11}}), {2}), (Times{1, 14, 13}));
  EXPECT_EQ(ends(kernels({{1, 3, 0}, {3, 1, 10}, {1, 2, 11}}), {2}), (Times{1, 14, 13}));
  EXPECT_EQ(ends(kernels({{1, 1, 0}, {3, 1, 9.5}, {1, 2, 11}}), {2}), (Times{1, 13.5, 12.5}));
}

TEST(Timeslice, AClientAloneHasOneSliceAfterTheOther) {
  // Its second slice ends at 4: who comes at 3 waits until then, who comes at 4 does not wait.
  EXPECT_EQ(ends(kernels({{6, 1, 0}, {1, 2, 3}}), {2}), (Times{7, 5}));
  EXPECT_EQ(ends(kernels({{6, 1, 0}, {1, 2, 4}}), {2}), (Times{7, 5}));
}

TEST(Timeslice, TheChangeOfContextStandsBeforeTheSliceAndBetweenClientsAlone) {
  EXPECT_EQ(ends(kernels({{3, 1}, {3, 2}}, 0.5), {2, 0}), (Times{6, 7.5}));
  EXPECT_EQ(ends(kernels({{1, 1}, {1, 1, 5}}, 0.5), {2}), (Times{1, 6}));
  EXPECT_EQ(ends(kernels({{1, 1}, {1, 2, 5}}, 0.5), {2}), (Times{1, 6.5})) << "whose kernels ran last counts";
  const Instance late = kernels({{1, 1}, {1, 2, 5}}, 0.5);
  EXPECT_EQ(spans(late, test::planned_by("timeslice", late, {2})).starts[1], 5.5);
}

TEST(Timeslice, RefusesAPatienceBeyondTheSlice) {
  const Instance instance = kernels({{1, 1}, {1, 2}});
  EXPECT_NO_THROW(test::planned_by("timeslice", instance, {2, 2}));
  EXPECT_THROW(test::planned_by("timeslice", instance, {2, 2.5}), InputError);
}

TEST(Timeslice, AClientWithNothingToRunKeepsItsSliceForAsLongAsItIsPatient) {
  // Kernels of 1 ms with gaps of 1 ms, beside one of 4 ms.
  Instance instance = kernels({{1, 1}, {1, 1}, {1, 1}, {4, 2}}, 0.25);
  instance.precedence = {{0, 1, Millis{1}}, {1, 2, Millis{1}}};
  EXPECT_EQ(ends(instance, {8, 0}), (Times{1, 6.5, 8.5, 5.25})) << "its gaps are the other's";
  EXPECT_EQ(ends(instance, {8}), ends(instance, {8, 0.25})) << "as long as a change of context takes";
  EXPECT_EQ(ends(instance, {0.125}), ends(instance, {0.125, 0.125})) << "but no longer than the slice";
  EXPECT_EQ(ends(instance, {8, 1.5}), (Times{1, 3, 5, 10.75})) << "gaps are its own; then it is waited for in vain";
  EXPECT_EQ(ends(instance, {1.5, 1.5}), (Times{1, 4.5, 8, 9.75}))
      << "when its slice ends it gives the GPU up, idle or not";
}

TEST(Timeslice, AgreesWithTheJudgeOnRandomWholeMilliseconds) {
  constexpr unsigned kSeed = 20261;
  std::mt19937 draws(kSeed);
  const auto draw = [&](int low, int high) { return std::uniform_int_distribution(low, high)(draws); };
  for (int round = 0; round < test::cases(4000); ++round) {
    std::vector<Kernel> all;
    const int families = draw(0, 3);
    for (int task = draw(1, 8); task > 0; --task) {
      all.push_back({static_cast<double>(draw(1, 9)), static_cast<std::uint32_t>(draw(0, families)),
                     static_cast<double>(draw(0, 1) * draw(0, 20))});
    }
    Instance instance = kernels(all, draw(0, 3));
    for (std::uint32_t after = 1; after < instance.size(); ++after) {
      if (draw(0, 2) == 0) {
        instance.precedence.push_back(
            {static_cast<std::uint32_t>(draw(0, static_cast<int>(after) - 1)), after, Millis(draw(0, 1) * draw(0, 5))});
      }
    }
    const int slice = draw(1, 6);
    const test::SlowSlices slices{.slice = slice, .patience = draw(0, 1) * draw(0, slice)};
    const test::SlowTurns judged = test::slow_slices(instance, slices);
    const Spans found =
        spans(instance, test::planned_by("timeslice", instance,
                                         {static_cast<double>(slices.slice), static_cast<double>(slices.patience)}));
    for (std::size_t task = 0; task < instance.size(); ++task) {
      ASSERT_NEAR(found.ends[task], judged.ends[task], 1e-6)
          << "seed " << kSeed << ", round " << round << ", task " << task << ", slice " << slices.slice << ", patience "
          << slices.patience;
      ASSERT_NEAR(found.starts[task], judged.starts[task], 1e-6)
          << "seed " << kSeed << ", round " << round << ", task " << task;
    }
  }
}

}  // namespace
}  // namespace warpshop::share
