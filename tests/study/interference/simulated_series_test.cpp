#include "sim/study/interference/simulated_series.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/study/interference/pair_features.hpp"
#include "sim/study/interference/s2_kernels.hpp"

namespace warpshop::study {
namespace {

constexpr ProfilerOptions kExact{.mean_error = 0, .sample_error = 0};

PhasedKernel two_phases() {
  PhasedKernel kernel{.name = "k", .ctas = 6, .threads = 256};
  kernel.phases = {{.length = Millis{140}, .use = {0.8, 0.5, 0.2}}, {.length = Millis{105}, .use = {0.2, 0.1, 0.4}}};
  return kernel;
}

// 140 and 105 ms: samples of 70, 70, 70 and 35 ms.
TEST(SimulatedSeries, ShowsWhatAKernelUsesInEachInterval) {
  const MetricSeries series = simulated_series(two_phases(), {}, kExact);
  ASSERT_EQ(series.samples.size(), 15U);
  EXPECT_EQ(series.samples[8].size(), 4U);  // issue_slot_utilization
  EXPECT_NEAR(series.samples[8][1], 80, 1e-9);
  EXPECT_NEAR(series.samples[8][3], 20, 1e-9);
  EXPECT_NEAR(series.samples[0][0], 256.0 / 2048, 1e-12);                         // a CTA on each of six SMs
  EXPECT_NEAR(series.samples[11][0], 40, 1e-9);                                   // six of 15 SMs
  EXPECT_NEAR(series.samples[1][0] + series.samples[2][0], 0.5 * 256, 1e-9);      // GB/s
  EXPECT_NEAR(series.samples[3][3] * 32e-9 / 0.035, series.samples[1][3], 1e-9);  // transactions of 32 B
}

TEST(SeenIn, IsTheKernelWhereNothingIsOff) {
  const PhasedKernel seen = seen_in(simulated_series(two_phases(), {}, kExact), two_phases(), {});
  ASSERT_EQ(seen.phases.size(), 4U);
  for (std::size_t resource = 0; resource < kSharedResources; ++resource) {
    EXPECT_NEAR(seen.phases[0].use[resource], two_phases().phases[0].use[resource], 1e-9);
    EXPECT_NEAR(seen.phases[3].use[resource], two_phases().phases[1].use[resource], 1e-9);
  }
}

// S2: means are 4.5 % off on average. Over 315 metrics of kernels; the mean of |error| of e^(0.056 z) is 4.5 %.
TEST(SimulatedSeries, IsOffByWhatS2Prints) {
  double sum = 0;
  std::size_t count = 0;
  for (const PhasedKernel& kernel : s2_kernels({})) {
    const MetricSeries exact = simulated_series(kernel, {}, kExact);
    const MetricSeries measured = simulated_series(kernel, {}, {});
    for (std::size_t metric = 0; metric < exact.samples.size(); ++metric) {
      double of_exact = 0;
      double of_measured = 0;
      for (std::size_t sample = 0; sample < exact.samples[metric].size(); ++sample) {
        of_exact += exact.samples[metric][sample];
        of_measured += measured.samples[metric][sample];
      }
      if (of_exact > 0) {
        sum += std::abs(of_measured / of_exact - 1);
        ++count;
      }
    }
  }
  EXPECT_GT(count, 300U);
  EXPECT_NEAR(sum / static_cast<double>(count), 0.045, 0.006);
}

TEST(S2Kernels, HaveTheGridsOfTheSourceAndTinyOnes) {
  const std::vector<PhasedKernel> kernels = s2_kernels({});
  ASSERT_EQ(kernels.size(), 21U);
  std::set<std::string> names;
  int memory = 0;
  for (const PhasedKernel& kernel : kernels) {
    names.insert(kernel.name);
    memory += kernel.category == Category::memory_bound ? 1 : 0;
    EXPECT_LE(kernel.ctas, 32);
    EXPECT_LE(kernel.threads, 1024);
  }
  EXPECT_EQ(names.size(), 21U);
  EXPECT_EQ(memory, 6);
  EXPECT_EQ(kernels[9].threads, 28 * 28);  // the first matrix multiplication
}

TEST(S2Kernels, UseNoMoreThanTheirSmsCan) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const PopulationOptions options{.dram_of_an_sm = 0.1, .seed = seed};
    for (const PhasedKernel& kernel : s2_kernels(options)) {
      for (const UsePhase& phase : kernel.phases) {
        EXPECT_LE(phase.use[index(SharedResource::dram)], 0.1 * static_cast<double>(kernel.ctas) + 1e-12);
        for (const double use : phase.use) {
          EXPECT_GE(use, 0);
          EXPECT_LE(use, 0.95);
        }
      }
    }
  }
}

TEST(S2Kernels, DifferBySeedAlone) {
  const auto length = [](std::uint64_t seed) { return s2_kernels({.seed = seed})[0].alone(); };
  EXPECT_EQ(length(3), length(3));
  EXPECT_NE(length(3), length(4));
}

// (1·4 + 2·5) / 2: the third sample of the longer has nothing beside it.
TEST(Similarity, AtLagZeroIsTheMeanProductOverTheShorter) {
  EXPECT_DOUBLE_EQ(similarity(std::vector{1.0, 2.0}, std::vector{4.0, 5.0, 6.0}, Lags::zero), 7);
}

TEST(Similarity, WithoutLagsIsTheProductOfMeans) {
  EXPECT_DOUBLE_EQ(similarity(std::vector{1.0, 2.0}, std::vector{4.0, 5.0, 6.0}, Lags::none), 7.5);
}

// Eq. (1) word by word: for each lag the products of what then lies beside each other.
TEST(Similarity, OverAllLagsIsTheSumOfAllCrossCorrelations) {
  const std::vector<double> x{1, 2, 5};
  const std::vector<double> y{4, 1, 0, 3, 7};
  double sum = 0;
  for (int lag = -4; lag <= 4; ++lag) {
    for (int time = 0; time < 3; ++time) {
      const int other = time + lag;
      sum += other >= 0 && other < 5 ? x[static_cast<std::size_t>(time)] * y[static_cast<std::size_t>(other)] : 0;
    }
  }
  EXPECT_DOUBLE_EQ(similarity(x, y, Lags::all), sum / 3);
}

}  // namespace
}  // namespace warpshop::study
