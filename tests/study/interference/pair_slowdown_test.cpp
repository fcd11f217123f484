#include "sim/study/interference/pair_slowdown.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "sim/stats/draws.hpp"
#include "tests/support/slow_co_run.hpp"

namespace warpshop::study {
namespace {

UsePhase use_phase(double ms, double issue, double dram, double l1) {
  UsePhase made{.length = Millis{ms}};
  made.use[index(SharedResource::issue)] = issue;
  made.use[index(SharedResource::dram)] = dram;
  made.use[index(SharedResource::l1)] = l1;
  return made;
}

PhasedKernel phased_kernel(std::int64_t ctas, std::int64_t threads, std::vector<UsePhase> phases) {
  return {.name = "k", .ctas = ctas, .threads = threads, .phases = std::move(phases)};
}

// Four SMs: the fourth has nothing from the first kernel and gets two of the second, then all have as many threads.
TEST(DealtCtas, GoToTheSmWithTheFewestThreads) {
  std::vector<std::int64_t> threads(4);
  EXPECT_EQ(dealt_ctas(phased_kernel(3, 64, {}), threads), (std::vector<std::int64_t>{1, 1, 1, 0}));
  EXPECT_EQ(dealt_ctas(phased_kernel(3, 32, {}), threads), (std::vector<std::int64_t>{1, 0, 0, 2}));
  EXPECT_EQ(threads, (std::vector<std::int64_t>{96, 64, 64, 64}));
}

TEST(PairSlowdown, IsNothingWhereNothingIsShared) {
  const auto slowdown = pair_slowdown(phased_kernel(4, 256, {use_phase(100, 0.9, 0, 0.9)}),
                                      phased_kernel(6, 256, {use_phase(300, 0.9, 0, 0.9)}), {});
  EXPECT_NEAR(slowdown[0], 1, 1e-9);
  EXPECT_NEAR(slowdown[1], 1, 1e-9);
}

// Both want 0.9 of what is 1 at most: together at least 1.8 times as long, and not above two runs in turn by much.
TEST(PairSlowdown, OfTwoThatFillDramIsThatOfHalfOfIt) {
  const PhasedKernel full = phased_kernel(15, 256, {use_phase(100, 0.05, 0.9, 0.05)});
  const auto slowdown = pair_slowdown(full, full, {});
  EXPECT_GE(slowdown[0], 1.8);
  EXPECT_LE(slowdown[0], 2.0);
  EXPECT_NEAR(slowdown[0], slowdown[1], 1e-9);
}

// Busy one after the other: the means would interfere, the phases do not.
TEST(PairSlowdown, FollowsWhatIsUsedAtTheSameTime) {
  const UsePhase busy = use_phase(100, 0, 0.9, 0);
  const UsePhase idle = use_phase(100, 0, 0, 0);
  const PhasedKernel early = phased_kernel(15, 256, {busy, idle});
  const PhasedKernel late = phased_kernel(15, 256, {idle, busy});
  EXPECT_NEAR(pair_slowdown(early, late, {})[0], 1, 1e-9);
  EXPECT_GT(pair_slowdown(early, early, {})[0], 1.35);
  EXPECT_GT(pair_slowdown(without_phases(early), without_phases(late), {})[0], 1.02);
}

// The long one is beside the short one only as long as that takes.
TEST(PairSlowdown, EndsWithTheOtherKernel) {
  const UsePhase busy = use_phase(100, 0, 0.9, 0);
  const UsePhase tenfold = use_phase(1000, 0, 0.9, 0);
  const auto slowdown = pair_slowdown(phased_kernel(15, 64, {busy}), phased_kernel(15, 64, {tenfold}), {});
  EXPECT_NEAR(slowdown[1], 1 + (slowdown[0] - 1) / 10, 1e-9);
}

TEST(WithoutPhases, UsesWhatItDoesOnAverage) {
  const PhasedKernel even =
      without_phases(phased_kernel(1, 32, {use_phase(100, 0.8, 0.2, 0), use_phase(300, 0.4, 0, 0.4)}));
  ASSERT_EQ(even.phases.size(), 1U);
  EXPECT_EQ(even.alone(), Millis{400});
  EXPECT_NEAR(even.phases[0].use[index(SharedResource::issue)], 0.5, 1e-12);
  EXPECT_NEAR(even.phases[0].use[index(SharedResource::dram)], 0.05, 1e-12);
  EXPECT_NEAR(even.phases[0].use[index(SharedResource::l1)], 0.3, 1e-12);
}

/// The slow version: every SM by itself, the law by three nested searches, and time in small steps.
class SlowPair {
 public:
  explicit SlowPair(std::array<PhasedKernel, 2> kernels) : kernels_(std::move(kernels)) {}

  std::array<double, 2> slowdowns(double step) {
    std::array<double, 2> done{};
    std::array<double, 2> ended{-1, -1};
    for (double now = 0; ended[0] < 0 || ended[1] < 0; now += step) {
      const std::array<bool, 2> there{ended[0] < 0, ended[1] < 0};
      const std::array<std::size_t, 2> at{phase_at(0, done[0]), phase_at(1, done[1])};
      for (const std::size_t side : {0U, 1U}) {
        if (there[side]) {
          done[side] += step * (there[1 - side] ? speed(side, at) : 1);
          ended[side] = done[side] >= length(side) ? now + step : -1;
        }
      }
    }
    return {ended[0] / length(0), ended[1] / length(1)};
  }

 private:
  static constexpr std::size_t kSms = 15;

  double length(std::size_t side) const { return kernels_[side].alone().count(); }
  std::size_t phase_at(std::size_t side, double done) const {
    std::size_t found = 0;
    double end = kernels_[side].phases[0].length.count();
    while (found + 1 < kernels_[side].phases.size() && done >= end) {
      end += kernels_[side].phases[++found].length.count();
    }
    return found;
  }

  double speed(std::size_t side, std::array<std::size_t, 2> at) {
    const auto key = std::pair(side, at);
    if (!speeds_.contains(key)) {
      speeds_[key] = rate(side, at, {true, true}) / rate(side, at, {side == 0, side == 1});
    }
    return speeds_[key];
  }

  double rate(std::size_t side, std::array<std::size_t, 2> at, std::array<bool, 2> there) const {
    std::array<std::size_t, kSms> threads{};
    std::array<std::array<int, kSms>, 2> ctas{};
    for (const std::size_t each : {0U, 1U}) {
      for (int cta = 0; there[each] && cta < kernels_[each].ctas; ++cta) {
        std::size_t least = 0;
        for (std::size_t sm = 1; sm < kSms; ++sm) {
          least = threads[sm] < threads[least] ? sm : least;
        }
        threads[least] += static_cast<std::size_t>(kernels_[each].threads);
        ++ctas[each][least];
      }
    }
    std::array<CoRunKernel, 2> laws;
    for (const std::size_t each : {0U, 1U}) {
      laws[each] = law(kernels_[each], kernels_[each].phases[at[each]].use);
    }
    std::vector<test::SlowResident> residents;
    std::vector<std::size_t> whose;
    for (std::size_t sm = 0; sm < kSms; ++sm) {
      for (const std::size_t each : {0U, 1U}) {
        if (ctas[each][sm] > 0) {
          residents.push_back({&laws[each], static_cast<double>(ctas[each][sm]), sm});
          whose.push_back(each);
        }
      }
    }
    const auto rates = test::slow_co_run_rates(residents, std::vector<double>(kSms, 1.0 / kSms));
    double sum = 0;
    for (std::size_t i = 0; i < rates.size(); ++i) {
      sum += whose[i] == side ? rates[i] : 0;
    }
    return sum;
  }

  /// A CTA's subtask takes a millisecond alone: what is in use is what all CTAs demand, and the rest of the time is Z.
  static CoRunKernel law(const PhasedKernel& kernel, const std::array<double, 3>& use) {
    const double on = kernel.ctas < 15 ? static_cast<double>(kernel.ctas) : 15;
    const double issue = use[index(SharedResource::issue)] * on / static_cast<double>(kernel.ctas);
    const double dram = use[index(SharedResource::dram)] * 15 / static_cast<double>(kernel.ctas);
    const double l1 = use[index(SharedResource::l1)] * on / static_cast<double>(kernel.ctas);
    const auto wait = [&](double demand, double load) { return demand * 0.07 * load / (1 - load); };
    const double waits = wait(issue, use[index(SharedResource::issue)]) + wait(dram, use[index(SharedResource::dram)]) +
                         wait(l1, use[index(SharedResource::l1)]);
    CoRunKernel made{.delay = Millis{std::max(0.02, 1 - waits)}};
    made.demand[index(SharedResource::issue)] = Millis{issue};
    made.demand[index(SharedResource::dram)] = Millis{dram};
    made.demand[index(SharedResource::l1)] = Millis{l1};
    return made;
  }

  std::array<PhasedKernel, 2> kernels_;
  std::map<std::pair<std::size_t, std::array<std::size_t, 2>>, double> speeds_;
};

TEST(PairSlowdown, IsThatOfSmallSteps) {
  stats::Draws draws(2021);
  for (int repetition = 0; repetition < 4; ++repetition) {
    std::array<PhasedKernel, 2> kernels;
    for (PhasedKernel& each : kernels) {
      each = phased_kernel(1 + static_cast<std::int64_t>(draws.below(32)),
                           32 + static_cast<std::int64_t>(draws.below(500)), {});
      for (std::uint64_t i = 0; i < 1 + draws.below(3); ++i) {
        each.phases.push_back(
            use_phase(100 + 900 * draws.unit(), 0.95 * draws.unit(), 0.9 * draws.unit(), 0.9 * draws.unit()));
      }
    }
    const auto found = pair_slowdown(kernels[0], kernels[1], {});
    const auto expected = SlowPair(kernels).slowdowns(0.02);
    for (const std::size_t side : {0U, 1U}) {
      EXPECT_NEAR(found[side], expected[side], 2e-3) << "repetition " << repetition;
    }
  }
}

}  // namespace
}  // namespace warpshop::study
