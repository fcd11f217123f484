#include <array>
#include <cmath>
#include <map>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/evaluate/co_run/fit.hpp"
#include "tests/support/slow_co_run.hpp"

namespace warpshop::evaluate {
namespace {

constexpr double kNoise = 0.03;  // what the fit takes rates to be off by

/// Z, D of issue, DRAM and L1, w of issue and memory.
std::array<double, 6> parameters(const CoRunKernel& law) {
  return {law.delay.count(),     law.demand[0].count(), law.demand[1].count(),
          law.demand[2].count(), law.issue_weight,      law.memory_weight};
}
std::array<double, 6> factors(const LawUncertainty& off) {
  return {off.delay, off.demand[0], off.demand[1], off.demand[2], off.issue_weight, off.memory_weight};
}

/// Two probes and a third kernel of laws drawn about usual ones, on one SM, measured with noise.
class Drawn {
 public:
  explicit Drawn(std::uint32_t seed) : draws_(seed) {
    device.sm = SmModel{.count = 1, .registers = 65536, .shared_memory = {98304}, .threads = 2048, .ctas = 32};
    device.probes = {"fma", "vad"};
    add("fma", Category::compute_bound, {0.9, 0.16, 0.05, 0.05, 1, 1});
    add("vad", Category::memory_bound, {0.9, 0.04, 0.16, 0.05, 1, 1});
    add("red", Category::memory_bound, {0.9, 0.04, 0.16, 0.05, 1, 1});
    measure("fma", "vad");
    measure("red", "fma");
    measure("red", "vad");
  }
  Device device;
  std::map<std::string, CoRunKernel> laws;

 private:
  double about(double centre, double spread) { return centre * std::exp(spread * normal_(draws_)); }
  void add(const std::string& name, Category category, const std::array<double, 6>& usual) {
    const double limit = 0.2;
    const double other = 0.6;
    const bool computes = category == Category::compute_bound;
    laws[name] = {Millis{about(usual[0], 0.2)},
                  {Millis{about(usual[1], computes ? limit : other)}, Millis{about(usual[2], computes ? other : limit)},
                   Millis{about(usual[3], other)}},
                  about(1, 0.4),
                  about(1, 0.4)};
    KernelModel& kernel = device.kernels[name];
    kernel.category = category;
    kernel.cta = CtaResources{.threads = 256, .per_sm = 8};
    for (const std::int64_t ctas : {1, 2, 4, 6, 8}) {
      const double rate =
          test::slow_co_run_rates({{.kernel = &laws[name], .ctas = static_cast<double>(ctas)}}, {1.0})[0];
      kernel.by_ctas.push_back({ctas, {about(rate, kNoise)}});
    }
  }
  void measure(const std::string& a, const std::string& b) {
    const std::vector<double> rates =
        test::slow_co_run_rates({{.kernel = &laws.at(a), .ctas = 4}, {.kernel = &laws.at(b), .ctas = 4}}, {1.0});
    device.co_run.push_back(
        {{a, b}, {4, 4}, {SubtasksPerMilli{about(rates[0], kNoise)}, SubtasksPerMilli{about(rates[1], kNoise)}}});
  }

  std::mt19937 draws_;
  std::normal_distribution<double> normal_;
};

TEST(LawUncertainty, HoldsTheTruthInAboutNinetyFiveOfAHundredCases) {
  constexpr std::uint32_t kDraws = 12;
  int within = 0;
  int all = 0;
  double widest_delay = 1;
  for (std::uint32_t seed = 1; seed <= kDraws; ++seed) {
    const Drawn drawn(seed);
    const std::vector<FittedKernel> fitted = fit_co_run(drawn.device);
    const std::vector<LawUncertainty> off = law_uncertainty(drawn.device, fitted);
    for (std::size_t kernel = 0; kernel < fitted.size(); ++kernel) {
      if ((fitted[kernel].limit == SharedResource::issue) != (fitted[kernel].name == "fma") ||
          fitted[kernel].limit == SharedResource::l1) {
        continue;  // it is of those parameters, given what limits the kernel
      }
      const std::array<double, 6> found = parameters(fitted[kernel].law);
      const std::array<double, 6> truth = parameters(drawn.laws.at(fitted[kernel].name));
      const std::array<double, 6> factor = factors(off[kernel]);
      for (std::size_t i = 0; i < found.size(); ++i) {
        EXPECT_GT(factor[i], 1);
        within += std::abs(std::log(found[i] / truth[i])) <= std::log(factor[i]) ? 1 : 0;
        ++all;
      }
      widest_delay = std::max(widest_delay, factor[0]);
    }
  }
  EXPECT_GE(all, 15 * kDraws) << "most limits are found";
  EXPECT_GE(within, 0.90 * all) << within << " of " << all;
  EXPECT_LT(widest_delay, 1.5) << "a curve shows the time of a subtask";
}

TEST(LawUncertainty, OfAKernelThatSaysWhatItUsesIsNothingThere) {
  Drawn drawn(1);
  drawn.device.kernels.at("red").use.memory = Utilization{0.5};
  const std::vector<FittedKernel> fitted = fit_co_run(drawn.device);
  const std::vector<LawUncertainty> off = law_uncertainty(drawn.device, fitted);
  ASSERT_EQ(fitted[1].name, "red");
  EXPECT_EQ(off[1].demand[index(SharedResource::dram)], 1);
  EXPECT_EQ(off[1].memory_weight, 1);
  EXPECT_GT(off[1].demand[index(SharedResource::issue)], 1);
}

}  // namespace
}  // namespace warpshop::evaluate
