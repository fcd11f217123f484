#include "sim/split/split_policies.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "sim/split/machine_model.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/slow_split.hpp"

namespace warpshop::split {
namespace {

constexpr std::int64_t kWorked = 65536;

SplitRun by(const std::string& policy, std::int64_t iterations, const Machine& machine,
            const SplitSettings& settings = {}) {
  return run(*find_split_policy(policy), iterations, settings, machine);
}

std::vector<std::int64_t> sizes(const SplitRun& run) {
  std::vector<std::int64_t> sizes;
  std::transform(run.steps.begin(), run.steps.end(), std::back_inserter(sizes),
                 [](const SplitStep& step) { return step.parts.both(); });
  return sizes;
}

/// A machine whose GPU's share comes out as told, step by step, whatever it was given; the last one stays.
Machine with_shares(std::vector<double> shares) {
  return [shares, step = std::size_t{0}](const SplitParts& parts) mutable {
    const double share = shares[std::min(step++, shares.size() - 1)];
    return SplitTimes{.cpu = Millis{static_cast<double>(parts.cpu) / (1 - share)},
                      .gpu = Millis{static_cast<double>(parts.gpu) / share}};
  };
}

TEST(SplitCap, TakesAllThatIsLeftWhereTheFirstShareIsStable) {
  const SplitRun run = by("cap", kWorked, with_shares({0.5}));
  EXPECT_EQ(sizes(run), (std::vector<std::int64_t>{512, 65024}));
  EXPECT_EQ(run.steps[0].parts, (SplitParts{.cpu = 256, .gpu = 256}));
}

TEST(SplitCap, DoublesItsStepElse) {
  EXPECT_EQ(sizes(by("cap", kWorked, with_shares({0.6}))), (std::vector<std::int64_t>{512, 1024, 64000}));
}

TEST(SplitCap, ProfilesOneOfSixPartsOfTheWork) {
  const std::vector<double> shares{0.6, 0.7, 0.8, 0.85, 0.9, 0.95};
  const std::vector<double> per_cent{0.8, 2.3, 5.5, 11.7, 24.2, 49.2};
  for (std::size_t unstable = 0; unstable < per_cent.size(); ++unstable) {
    std::vector<double> first(shares.begin(), shares.begin() + static_cast<std::ptrdiff_t>(unstable));
    first.push_back(first.empty() ? 0.5 : first.back());
    EXPECT_NEAR(100 * by("cap", kWorked, with_shares(first)).profiling_work(), per_cent[unstable], 0.05);
  }
}

TEST(SplitCap, TakesWhatIsLeftBeforeAStepOfFourTimesTheLast) {
  // After 512 … 16384 there are 33280 left, less than 4 × 16384: however far shares are apart.
  const SplitRun run = by("cap", kWorked, with_shares({0.9, 0.1, 0.9, 0.1, 0.9, 0.1, 0.9}));
  EXPECT_EQ(sizes(run), (std::vector<std::int64_t>{512, 1024, 2048, 4096, 8192, 16384, 33280}));
  // Exactly four times as many are not too few: 512 + 1024 + 2048 leave 8192 of 11776.
  SplitSettings start;
  start.start_part = 23;
  EXPECT_EQ(sizes(by("cap", 11776, with_shares({0.9, 0.1, 0.9, 0.1}), start)),
            (std::vector<std::int64_t>{512, 1024, 2048, 4096, 4096}));
}

TEST(SplitCap, CallsSharesStableThatAreWithin0_0141) {
  EXPECT_EQ(by("cap", kWorked, with_shares({0.5141})).steps.size(), 2U);
  EXPECT_EQ(by("cap", kWorked, with_shares({0.5142})).steps.size(), 3U);
}

TEST(SplitConfirm, WantsTwoStableSharesInARow) {
  EXPECT_EQ(sizes(by("confirm", kWorked, with_shares({0.5}))), (std::vector<std::int64_t>{512, 1024, 64000}));
  EXPECT_EQ(by("confirm", kWorked, with_shares({0.5, 0.6, 0.6, 0.7, 0.7, 0.7})).steps.size(), 7U);
}

/// GPU: 1 ms and 8 iterations a ms; CPU: 2 a ms.
Machine affine_machine() {
  return simulated({.per_thread = {2000}}, affine_gpu(Millis{1}, {8000}));
}

TEST(SplitAffine, EndsWithBothAtOnceWhereTheGpuIsALine) {
  const SplitRun run = by("affine", kWorked, affine_machine());
  ASSERT_EQ(run.steps.size(), 3U);
  // 256 of each in 33 ms and 128; so 1024 are 813 by the GPU (share 128 / 161).
  EXPECT_EQ(run.steps[1].parts, (SplitParts{.cpu = 1024 - 814, .gpu = 814}));
  // 1 + n/8 = (64000 - n)/2: n = 51198.4
  EXPECT_EQ(run.steps[2].parts, (SplitParts{.cpu = 64000 - 51198, .gpu = 51198}));
}

TEST(SplitAffine, SeesWhatStepsCostTheCpuAsWell) {
  const CpuModel cpu{.per_thread = {2000}, .threads = 1, .overhead = Millis{40}};
  const SplitRun run = by("affine", kWorked, simulated(cpu, affine_gpu(Millis{1}, {8000})));
  // 1 + n/8 = 40 + (64000 - n)/2: n = 51262.4
  EXPECT_EQ(run.steps[2].parts, (SplitParts{.cpu = 64000 - 51262, .gpu = 51262}));
}

TEST(SplitAffine, LeavesAllToTheCpuWhereTheGpuTakesLongerToStart) {
  const SplitRun run = by("affine", 1280, simulated({.per_thread = {1e6}}, affine_gpu(Millis{500}, {1e9})));
  EXPECT_EQ(run.steps.back().parts.gpu, 0);
}

TEST(SplitQuick, SplitsTheRestByTheRatesOfItsFirstStep) {
  const SplitRun run = by("quick", kWorked, affine_machine());
  EXPECT_EQ(sizes(run), (std::vector<std::int64_t>{512, 65024}));
  EXPECT_EQ(run.steps[1].parts.gpu, std::llround(65024 * 128.0 / 161));
}

TEST(SplitChunks, AreOf1024AndTheLastOfWhatIsLeft) {
  const SplitRun run = by("split", 2500, affine_machine());
  EXPECT_EQ(sizes(run), (std::vector<std::int64_t>{1024, 1024, 452}));
  EXPECT_EQ(run.steps[0].parts.gpu, 512);
  EXPECT_EQ(run.steps[1].parts.gpu, std::llround(1024 * 256.0 / (256 + 65)));
}

TEST(SplitShares, ASideWithoutIterationsKeepsItsLastRate) {
  // The GPU is so slow that the second chunk leaves it none; its rate stays what the first chunk measured.
  const SplitRun run = by("split", 4096, simulated({.per_thread = {1e9}}, affine_gpu(Millis{1e4}, {1e9})));
  ASSERT_EQ(run.steps.size(), 4U);
  EXPECT_EQ(run.steps[1].parts.gpu, 0);
  EXPECT_EQ(run.steps[3].parts, (SplitParts{.cpu = 1024, .gpu = 0}));
}

TEST(SplitFigures, AreSumsOverSteps) {
  SplitRun run;
  run.steps.push_back({.parts = {1, 3}, .times = {Millis{4}, Millis{3}}, .profiling = true});
  run.steps.push_back({.parts = {6, 2}, .times = {Millis{6}, Millis{9}}});
  EXPECT_EQ(run.total(), Millis{13});
  EXPECT_DOUBLE_EQ(run.imbalance(), 4.0 / 13);
  EXPECT_DOUBLE_EQ(run.steps[0].imbalance(), 0.25);
  EXPECT_DOUBLE_EQ(run.profiling_work(), 4.0 / 12);
  EXPECT_DOUBLE_EQ(run.profiling_time(), 4.0 / 13);
  EXPECT_DOUBLE_EQ(run.parts().gpu_share(), 5.0 / 12);
}

double drawn_power(double least, double most) {
  const double part = static_cast<double>(*rc::gen::inRange(0, 1 << 20)) / (1 << 20);
  return least * std::pow(most / least, part);
}

struct Drawn {
  CpuModel cpu;
  Millis gpu_start;
  ElementsPerSecond gpu_rate;
  std::int64_t gpu_extra;
  GpuModel gpu() const { return affine_gpu(gpu_start, gpu_rate, gpu_extra); }
};

/// Most overhead in ms, and most iterations a second.
Drawn drawn_machine(double most_overhead = 1e3, double most_rate = 1e12) {
  Drawn drawn;
  drawn.cpu = {.per_thread = {drawn_power(1e3, most_rate)},
               .threads = *rc::gen::inRange(1, 65),
               .overhead = Millis{*rc::gen::inRange(0, 2) * drawn_power(1e-6, most_overhead)}};
  drawn.gpu_start = Millis{*rc::gen::inRange(0, 3) * drawn_power(1e-6, most_overhead)};
  drawn.gpu_rate = {drawn_power(1e3, most_rate)};
  drawn.gpu_extra = *rc::gen::inRange(0, 2000);
  return drawn;
}

TEST(SplitPolicies, LoseNothingAndEndAndRepeat) {
  EXPECT_TRUE(test::holds("SplitPolicies LoseNothingAndEndAndRepeat", 300, [] {
    const auto iterations = std::max<std::int64_t>(1, std::llround(drawn_power(1, 1e12)));
    const Drawn drawn = drawn_machine();
    const Noise noise{.deviation = *rc::gen::element(0.0, 0.02, 2.0), .seed = *rc::gen::arbitrary<std::uint64_t>()};
    SplitSettings settings;
    settings.static_share = *rc::gen::element(0.0, 0.3, 1.0);
    settings.start_part = *rc::gen::element<std::int64_t>(1, 64, 128, 1'000'000);
    settings.chunk = *rc::gen::element<std::int64_t>(1, 1024, 1'000'000'000'000);
    for (const SplitPolicy& policy : split_policies()) {
      const SplitRun done = run(policy, iterations, settings, simulated(drawn.cpu, drawn.gpu(), noise));
      RC_ASSERT(done.parts().both() == iterations);
      for (const SplitStep& step : done.steps) {
        RC_ASSERT(step.parts.both() >= 1);
        RC_ASSERT(std::min(step.parts.cpu, step.parts.gpu) >= 0);
        RC_ASSERT(std::isfinite(step.times.both().count()));
      }
      RC_ASSERT(done.steps.size() <= static_cast<std::size_t>(kMostChunks));
      const SplitRun again = run(policy, iterations, settings, simulated(drawn.cpu, drawn.gpu(), noise));
      RC_ASSERT(done.steps.size() == again.steps.size());
      RC_ASSERT(done.total() == again.total());
    }
  }));
}

TEST(SplitPolicies, DoWhatTheSourceSaysStepByStep) {
  EXPECT_TRUE(test::holds("SplitPolicies DoWhatTheSourceSaysStepByStep", 300, [] {
    const auto iterations = std::max<std::int64_t>(256, std::llround(drawn_power(256, 1e7)));
    // Else a line through two times that are almost the same depends on how they are rounded.
    const Drawn drawn = drawn_machine(1, 1e9);
    const auto cpu = [&](std::int64_t n) {
      return drawn.cpu.overhead.count() +
             static_cast<double>(n) * 1e3 / (drawn.cpu.per_thread.value * drawn.cpu.threads);
    };
    const auto gpu = [&](std::int64_t n) {
      return drawn.gpu_start.count() + static_cast<double>(n + drawn.gpu_extra) * 1e3 / drawn.gpu_rate.value;
    };
    for (const SplitPolicy& policy : split_policies()) {
      const SplitRun fast = run(policy, iterations, {}, simulated(drawn.cpu, drawn.gpu()));
      const auto slow = test::slow_split(std::string(policy.name), iterations, cpu, gpu);
      RC_ASSERT(fast.steps.size() == slow.size());
      std::size_t compared = 0;
      for (std::size_t i = 0; i < slow.size(); ++i) {
        RC_ASSERT(fast.steps[i].parts.both() == slow[i].iterations);
        RC_ASSERT(std::abs(fast.steps[i].parts.gpu - slow[i].on_gpu) <= 1);  // half an iteration is rounded either way
        if (fast.steps[i].parts.gpu == slow[i].on_gpu) {
          RC_ASSERT(std::abs(fast.steps[i].times.cpu.count() - slow[i].cpu_ms) <= 1e-9 * slow[i].cpu_ms);
          RC_ASSERT(std::abs(fast.steps[i].times.gpu.count() - slow[i].gpu_ms) <= 1e-9 * slow[i].gpu_ms);
          ++compared;
        }
      }
      RC_ASSERT(2 * compared >= slow.size());
    }
  }));
}

TEST(SplitBound, IsTheBestOfAllSplitsAndNoPolicyIsBelowIt) {
  EXPECT_TRUE(test::holds("SplitBound IsTheBestOfAllSplitsAndNoPolicyIsBelowIt", 300, [] {
    const auto iterations = std::max<std::int64_t>(1, std::llround(drawn_power(1, 3000)));
    const Drawn drawn = drawn_machine();
    const double best = best_split(iterations, drawn.cpu, drawn.gpu()).times.both().count();
    const auto cpu = [&](std::int64_t n) { return drawn.cpu.time(n).count(); };
    const auto gpu = [&](std::int64_t n) { return drawn.gpu()(n).count(); };
    RC_ASSERT(best == test::slow_best_ms(iterations, cpu, gpu));
    for (const SplitPolicy& policy : split_policies()) {
      RC_ASSERT(run(policy, iterations, {}, simulated(drawn.cpu, drawn.gpu())).total().count() >= best * (1 - 1e-12));
    }
  }));
}

TEST(SplitNoise, SpreadsTimesByItsDeviationWhateverTheStep) {
  double sum = 0;
  double squares = 0;
  constexpr int kSteps = 20000;
  const Machine machine =
      simulated({.per_thread = {1000}}, affine_gpu(Millis{0}, {1000}), {.deviation = 0.1, .seed = 7});
  for (int i = 0; i < kSteps; ++i) {
    const SplitTimes times = machine({.cpu = 5, .gpu = 5});
    for (const double z : {std::log(times.cpu.count() / 5), std::log(times.gpu.count() / 5)}) {
      sum += z;
      squares += z * z;
    }
  }
  EXPECT_NEAR(sum / (2 * kSteps), 0, 0.003);
  EXPECT_NEAR(std::sqrt(squares / (2 * kSteps)), 0.1, 0.003);
}

TEST(SplitPolicies, AreFoundByName) {
  for (const SplitPolicy& policy : split_policies()) {
    EXPECT_EQ(find_split_policy(policy.name), &policy);
  }
  EXPECT_EQ(find_split_policy("half"), nullptr);
}

}  // namespace
}  // namespace warpshop::split
