#include "sim/evaluate/co_run/law.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

namespace warpshop::evaluate {
namespace {

constexpr std::array<double, 1> kAllSms{1.0};

CoRunKernel law_kernel(double delay, double issue, double dram, double l1, double issue_weight = 1,
                       double memory_weight = 1) {
  return {.delay = Millis{delay},
          .demand = {Millis{issue}, Millis{dram}, Millis{l1}},
          .issue_weight = issue_weight,
          .memory_weight = memory_weight};
}

double demand_of(const Resident& resident, std::size_t resource) {
  return resident.kernel->demand[resource].count();
}

/// The law as it is written, from the outside: the prices that follow from the loads at these rates give the rates
/// again. All SMs.
double largest_violation(const std::vector<Resident>& residents, const std::vector<double>& rates) {
  std::array<double, kSharedResources> load{};
  for (std::size_t i = 0; i < residents.size(); ++i) {
    for (std::size_t resource = 0; resource < kSharedResources; ++resource) {
      load[resource] += demand_of(residents[i], resource) * rates[i];
    }
  }
  double worst = 0;
  for (std::size_t i = 0; i < residents.size(); ++i) {
    double time = residents[i].kernel->delay.count();
    for (std::size_t resource = 0; resource < kSharedResources; ++resource) {
      const double weight = resource == index(SharedResource::issue) ? residents[i].kernel->issue_weight
                                                                     : residents[i].kernel->memory_weight;
      worst = std::max(worst, load[resource] - 1);
      time += demand_of(residents[i], resource) / weight * kCoRunKnee * load[resource] / (1 - load[resource]);
    }
    worst = std::max(worst, std::abs(rates[i] * time / residents[i].ctas - 1));
  }
  return worst;
}

double uniform(double low, double high) {
  return low + (high - low) * (*rc::gen::inRange(0, 1'000'001)) / 1e6;
}

/// e^low … e^high
double scale(double low, double high) {
  return std::exp(uniform(low, high));
}

CoRunKernel any_law_kernel() {
  return law_kernel(scale(-1, 1), scale(-4, -0.5), scale(-4, -0.5), scale(-4, -0.5), scale(-1, 1), scale(-1, 1));
}

TEST(CoRunLaw, OfOneResourceIsTheRootOfItsEquation) {
  // X (Z + D γ D X / (1 - D X)) = N with D = 0.5, Z = 1, N = 2.
  const CoRunKernel kernel = law_kernel(1, 0, 0.5, 0);
  const std::vector<Resident> residents{{.kernel = &kernel, .ctas = 2}};
  const double rate = co_run_rates(residents, kAllSms).front();
  EXPECT_NEAR(rate * (1 + 0.5 * kCoRunKnee * 0.5 * rate / (1 - 0.5 * rate)), 2, 1e-8);
  EXPECT_LT(rate, 2);
}

TEST(CoRunLaw, WithoutDemandsRatesAreThoseOfTheDelays) {
  const CoRunKernel kernel = law_kernel(4, 0, 0, 0);
  const std::vector<Resident> residents{{.kernel = &kernel, .ctas = 2}, {.kernel = &kernel, .ctas = 0}};
  EXPECT_NEAR(co_run_rates(residents, kAllSms)[0], 0.5, 1e-12);
  EXPECT_EQ(co_run_rates(residents, kAllSms)[1], 0);
  EXPECT_TRUE(co_run_rates({}, kAllSms).empty());
}

TEST(CoRunLaw, HoldsAsItIsWrittenForOneToFourKernels) {
  EXPECT_TRUE(rc::check([] {
    std::vector<CoRunKernel> kernels;
    for (int count = *rc::gen::inRange(1, 5); count > 0; --count) {
      kernels.push_back(any_law_kernel());
    }
    std::vector<Resident> residents;
    for (const CoRunKernel& kernel : kernels) {
      residents.push_back({.kernel = &kernel, .ctas = uniform(0.25, 16)});
    }
    RC_ASSERT(largest_violation(residents, co_run_rates(residents, kAllSms)) < 1e-6);
  }));
}

TEST(CoRunLaw, NeverExceedsACapacityHoweverExtremeItsKernelsAre) {
  EXPECT_TRUE(rc::check([] {
    std::vector<CoRunKernel> kernels;
    const auto demand = [] { return *rc::gen::inRange(0, 4) == 0 ? 0 : scale(-7, 7); };
    for (int count = *rc::gen::inRange(1, 11); count > 0; --count) {
      const double delay = *rc::gen::inRange(0, 10) == 0 ? 1e-12 : scale(-7, 7);
      kernels.push_back(law_kernel(delay, demand(), demand(), demand(), scale(-6.9, 6.9), scale(-6.9, 6.9)));
    }
    std::vector<Resident> residents;
    for (const CoRunKernel& kernel : kernels) {
      residents.push_back({.kernel = &kernel, .ctas = scale(-3, 7)});
    }
    const std::vector<double> rates = co_run_rates(residents, kAllSms);
    for (std::size_t resource = 0; resource < kSharedResources; ++resource) {
      double load = 0;
      for (std::size_t i = 0; i < residents.size(); ++i) {
        RC_ASSERT(std::isfinite(rates[i]));
        RC_ASSERT(rates[i] >= 0);
        load += demand_of(residents[i], resource) * rates[i];
      }
      RC_ASSERT(load <= 1 + 1e-9);
    }
  }));
}

TEST(CoRunLaw, DoesNotDependOnTheOrderOfResidents) {
  EXPECT_TRUE(rc::check([] {
    const CoRunKernel a = any_law_kernel();
    const CoRunKernel b = any_law_kernel();
    const std::vector<Resident> there{{.kernel = &a, .ctas = 3}, {.kernel = &b, .ctas = 5}};
    const std::vector<Resident> back{there[1], there[0]};
    const std::vector<double> rates = co_run_rates(there, kAllSms);
    const std::vector<double> same = co_run_rates(back, kAllSms);
    RC_ASSERT(std::abs(rates[0] - same[1]) <= 1e-8 * rates[0]);
    RC_ASSERT(std::abs(rates[1] - same[0]) <= 1e-8 * rates[1]);
  }));
}

TEST(CoRunLaw, WithOrdinaryWeightsANeighbourNeverHelps) {
  EXPECT_TRUE(rc::check([] {
    CoRunKernel a = any_law_kernel();
    CoRunKernel b = any_law_kernel();
    for (CoRunKernel* kernel : {&a, &b}) {
      kernel->memory_weight = kernel->issue_weight;  // one weight each: the law is the optimum of a concave problem
    }
    const std::vector<Resident> alone{{.kernel = &a, .ctas = uniform(1, 8)}};
    std::vector<Resident> both = alone;
    both.push_back({.kernel = &b, .ctas = uniform(1, 8)});
    RC_ASSERT(co_run_rates(both, kAllSms)[0] <= co_run_rates(alone, kAllSms)[0] * (1 + 1e-8));
  }));
}

TEST(CoRunLaw, GroupsOfSmsMeetAtDramAlone) {
  const CoRunKernel computes = law_kernel(1, 0.5, 0, 0.1);
  const CoRunKernel moves = law_kernel(1, 0.1, 0.5, 0);
  const std::array<double, 2> halves{0.5, 0.5};
  const auto rate = [&](const std::vector<Resident>& residents) { return co_run_rates(residents, halves)[0]; };
  const Resident first{.kernel = &computes, .ctas = 4, .group = 0};
  EXPECT_NEAR(rate({first, {.kernel = &computes, .ctas = 4, .group = 1}}), rate({first}), 1e-9);
  EXPECT_NEAR(rate({first, {.kernel = &moves, .ctas = 4, .group = 1}}), rate({first}), 1e-9);
  const Resident mover{.kernel = &moves, .ctas = 4, .group = 0};
  EXPECT_LT(rate({mover, {.kernel = &moves, .ctas = 4, .group = 1}}), 0.9 * rate({mover}));
  // Two halves that hold the same are one whole.
  const std::vector<Resident> whole{{.kernel = &moves, .ctas = 4}};
  EXPECT_NEAR(rate({mover, {.kernel = &moves, .ctas = 4, .group = 1}}), co_run_rates(whole, kAllSms)[0], 1e-9);
}

}  // namespace
}  // namespace warpshop::evaluate
