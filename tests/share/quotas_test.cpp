// Quotas: what the source works out by hand, and whole runs against a simulation that steps epochs.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/evaluate/clients/client_simulation.hpp"
#include "sim/evaluate/rates/kernel_rates.hpp"
#include "sim/model/occupancy.hpp"
#include "sim/share/goal_parts.hpp"
#include "sim/share/quota_ctas.hpp"
#include "sim/share/quota_rules.hpp"
#include "sim/share/share_policies.hpp"
#include "sim/stats/counter_draws.hpp"
#include "tests/support/planned_by.hpp"
#include "tests/support/queueing.hpp"
#include "tests/support/sharing.hpp"
#include "tests/support/slow_quotas.hpp"

namespace warpshop::share {
namespace {

constexpr std::uint32_t kQuotaSms = 28;

/// The counters of K0, a QoS kernel with a quota of 100, and K1 with 50.
std::array<double, 2> counters(void (*rule)(QuotaCounter&), double k0, double k1) {
  std::array<QuotaCounter, 2> counters{QuotaCounter{.has_goal = true, .quota = 100, .left = k0},
                                       QuotaCounter{.has_goal = false, .quota = 50, .left = k1}};
  std::for_each(counters.begin(), counters.end(), rule);
  return {counters[0].left, counters[1].left};
}
using Counters = std::array<double, 2>;

TEST(Quotas, WhenAllAreUsedUpCountersAreAsInTheSource) {
  const double debt = 7;
  EXPECT_EQ(counters(add_to_the_rest, 0, -debt), (Counters{0, 50 - debt}));  // naive
  EXPECT_EQ(counters(add_quota, 0, -debt), (Counters{100, 50 - debt}));      // elastic
}

TEST(Quotas, InTheNextEpochCountersAreAsInTheSource) {
  const double rest = 12;
  EXPECT_EQ(counters(renew, rest, -7), (Counters{100, 50}));             // naive
  EXPECT_EQ(counters(carry_over, rest, 9), (Counters{100 + rest, 50}));  // rollover
  EXPECT_EQ(counters(renew_but_debt, rest, -7), (Counters{100, 43}));    // elastic, ours
}

TEST(Quotas, WhoIsBehindIsGivenMoreByHowMuch) {
  EXPECT_DOUBLE_EQ(catch_up(125, 100), 1.25);
  EXPECT_DOUBLE_EQ(catch_up(125, 200), 1);
  EXPECT_DOUBLE_EQ(catch_up(125, 0), 1);
}

TEST(Quotas, TheRestIsToDoWhatItDidTimesWhatWasKept) {
  const std::vector<double> kept{0.5, 1.2};
  EXPECT_DOUBLE_EQ(goal_of_the_rest(0.4, kept, 0.01), 0.24);
  EXPECT_DOUBLE_EQ(goal_of_the_rest(0.4, std::vector<double>{0.001}, 0.01), 0.01);
  EXPECT_DOUBLE_EQ(goal_of_the_rest(0.9, std::vector<double>{2.0}, 0.01), 1);
}

// An SM of 2048 threads and 64 slots; CTAs of 128 threads and few registers.
constexpr SmResources kQuotaSm{.ctas = 64, .threads = 2048, .registers = 65'536, .shared_memory = {98'304}};
SharingKernel sharing(bool has_goal, std::int64_t threads, std::int64_t registers = 0) {
  return {.cta = {.ctas = 1, .threads = threads, .registers = registers, .shared_memory = {}},
          .per_sm = 64,
          .has_goal = has_goal};
}
std::int64_t sms_with(const std::vector<std::uint32_t>& ctas) {
  return std::count_if(ctas.begin(), ctas.end(), [](std::uint32_t each) { return each > 0; });
}

TEST(QuotaCtas, OneWithAGoalAndTwoWithoutOn16SmsAreOn16And8And8) {
  const std::vector<SharingKernel> kernels{sharing(false, 128), sharing(true, 128), sharing(false, 256)};
  const CtasBySm ctas = first_ctas(kQuotaSm, 16, kernels);
  EXPECT_EQ(sms_with(ctas[0]), 8);
  EXPECT_EQ(sms_with(ctas[1]), 16);
  EXPECT_EQ(sms_with(ctas[2]), 8);
  for (std::size_t sm = 0; sm < 16; ++sm) {  // as many threads each
    EXPECT_EQ(ctas[0][sm] * 128 + ctas[2][sm] * 256, 1024U);
    EXPECT_EQ(ctas[1][sm] * 128, 1024U);
  }
}

TEST(QuotaCtas, WhatDoesNotFitIsTakenFromWhoHasMost) {
  // 1024 threads of each would take 40 960 and 32 768 registers of 65 536.
  const std::vector<SharingKernel> kernels{sharing(true, 256, 10'240), sharing(true, 128, 4'096)};
  const CtasBySm ctas = first_ctas(kQuotaSm, 1, kernels);
  EXPECT_EQ(ctas, (CtasBySm{{3}, {8}}));  // of 4 and 8
}

TEST(QuotaCtas, AKernelForWhichThereIsNoneWaits) {
  const std::vector<SharingKernel> kernels{sharing(true, 1'536), sharing(false, 1'024)};
  EXPECT_EQ(first_ctas(kQuotaSm, 2, kernels), (CtasBySm{{1, 1}, {0, 0}}));
}

/// CTAs on an SM afterwards.
std::vector<std::uint32_t> adjusted(const std::vector<SharingKernel>& kernels,
                                    const std::vector<KernelStanding>& standing, std::vector<std::uint32_t> ctas) {
  const std::vector<std::uint32_t> before = ctas;
  const bool changed = adjust_ctas(kQuotaSm, kernels, standing, ctas);
  EXPECT_EQ(changed, ctas != before);
  return ctas;
}

TEST(QuotaCtas, WhoIsBehindAndHasNoIdleOnesIsGivenOne) {
  const std::vector<SharingKernel> kernels{sharing(true, 256), sharing(false, 256)};
  using Ctas = std::vector<std::uint32_t>;
  EXPECT_EQ(adjusted(kernels, {{0.7, 0.6, 0.5}, {}}, {3, 4}), (Ctas{4, 4}));        // fits
  EXPECT_EQ(adjusted(kernels, {{0.7, 0.6, 0.5}, {}}, {4, 4}), (Ctas{5, 3}));        // one without a goal leaves
  EXPECT_EQ(adjusted(kernels, {{0.7, 0.6, 2.0}, {}}, {4, 4}), (Ctas{4, 4}));        // has idle ones
  EXPECT_EQ(adjusted(kernels, {{0.7, 0.8, 0.5}, {}}, {4, 4}), (Ctas{4, 4}));        // is ahead
  EXPECT_EQ(adjusted(kernels, {{0.7, 0.6, 0.5, true}, {}}, {4, 4}), (Ctas{4, 4}));  // has done its part
  EXPECT_EQ(adjusted(kernels, {{0.7, 0.694, 0.5}, {}}, {4, 4}), (Ctas{4, 4}));      // by less than 1 %
  EXPECT_EQ(adjusted(kernels, {{0.7, 0.6, 0.5}, {}}, {7, 1}), (Ctas{7, 1}));        // nobody's last leaves
}

TEST(QuotaCtas, OneWithAGoalLeavesIfItCanSpareIt) {
  const std::vector<SharingKernel> kernels{sharing(true, 256), sharing(true, 128)};
  using Ctas = std::vector<std::uint32_t>;  // two of 128 threads leave for one of 256
  EXPECT_EQ(adjusted(kernels, {{0.7, 0.6, 0}, {0.3, 0.32, 2.9}}, {4, 8}), (Ctas{4, 8}));
  EXPECT_EQ(adjusted(kernels, {{0.7, 0.6, 0}, {0.3, 0.32, 3.0}}, {4, 8}), (Ctas{5, 6}));  // n + 1 idle ones
  EXPECT_EQ(adjusted(kernels, {{0.7, 0.6, 0}, {0.375, 0.5, 0}}, {4, 8}), (Ctas{4, 8}));   // 0.5 (1 - 2/8) = 0.375
  EXPECT_EQ(adjusted(kernels, {{0.7, 0.6, 0}, {0.375, 0.51, 0}}, {4, 8}), (Ctas{5, 6}));
}

/// Two clients that always have a kernel of va or mm to run, which does not end.
Instance endless(const std::optional<Goal>& first, const std::optional<Goal>& second, double horizon) {
  Instance instance = test::grids_on(test::device_of_subtasks("titanx"), {{"va", 90'000'000}, {"mm", 9'000'000}});
  instance.clients.horizon = Millis{horizon};
  instance.clients.all = {{.name = "va", .tasks = {0, 1}, .arrivals = ArrivalsAtOnce{1}, .goal = first},
                          {.name = "mm", .tasks = {1, 1}, .arrivals = ArrivalsAtOnce{1}, .goal = second}};
  return instance;
}

TEST(GoalParts, AreOfTheSpeedAlone) {
  Instance instance = endless(SpeedGoal{0.7}, std::nullopt, 1);
  instance.jobs[0].kernel = Millis{6};
  instance.jobs[0].has = {true, true, true};
  instance.jobs[0].copies[0].payload = Millis{1.5};
  instance.jobs[0].copies[1].latency = Millis{0.5};
  const auto part = [&](const Goal& goal) {
    instance.clients.all[0].goal = goal;
    return kernel_owners(instance).goals[0];
  };
  EXPECT_EQ(part(SpeedGoal{0.7}), 0.7);
  EXPECT_DOUBLE_EQ(*part(RateGoal{{50}}), 6.0 / (20 - 2));
  EXPECT_NEAR(*part(LatencyGoal{.latency = Millis{14}}), 6.0 / (14 - 2), 2e-9);
  EXPECT_EQ(part(LatencyGoal{.latency = Millis{7}}), 1);
  EXPECT_EQ(part(LatencyGoal{.latency = Millis{1}}), 1);
  EXPECT_EQ(part(RateGoal{{1000}}), 1);
  EXPECT_EQ(part(RateGoal{{125}}), 1);  // 8 ms for 2 ms of copies and 6 of kernels
  EXPECT_EQ(kernel_owners(instance).goals[1], std::nullopt);
  EXPECT_EQ(kernel_owners(instance).of_task, (std::vector<std::uint32_t>{0, 1}));
}

TEST(GoalParts, RequestsThatComeAtRandomWaitForEachOther) {
  Instance instance = endless(std::nullopt, std::nullopt, 1000);
  instance.jobs[0].kernel = Millis{8};
  for (const double load : {0.2, 0.4, 0.6}) {
    instance.clients.all[0].arrivals = PoissonArrivals{{load / 0.008}};
    for (const double quantile : {0.9, 0.99, 0.999}) {
      for (const double part : {0.7, 0.85, 0.99}) {
        // Crommelin's formula says within which latency they are answered at that part of the speed.
        const double latency = 8 / part * test::md1_quantile(load / part, quantile);
        instance.clients.all[0].goal = LatencyGoal{.latency = Millis{latency}, .quantile = quantile};
        EXPECT_NEAR(*kernel_owners(instance).goals[0], part, 1e-3 * part) << load << ' ' << quantile;
      }
    }
  }
}

/// What kernels have done when an epoch begins, as their controller is told: by epoch and task, subtasks.
struct Watched {
  Controller (*start)(const Instance& instance, const Share& share) = nullptr;
  double epoch = 0;
  std::size_t epochs = 0;
  std::vector<std::vector<double>> done = {};
  std::vector<Allocation> held = {};
};
Watched& watched() {
  static Watched watched;
  return watched;
}

Controller watch(const Instance& instance, const Share& share) {
  return [decide = watched().start(instance, share)](const Observation& seen) {
    Watched& its = watched();
    const double next = static_cast<double>(its.done.size() + 1) * its.epoch;
    if (tied(seen.now, Millis{next}) && its.done.size() < its.epochs) {
      its.done.emplace_back();
      its.held.clear();
      for (const Running& kernel : seen.running) {
        its.done.back().push_back(static_cast<double>(kernel.done));
        its.held.push_back(kernel.held);
      }
    }
    Decision decision = decide(seen);
    if (its.done.size() == its.epochs) {  // the rest is no matter
      decision = {};
      for (const Running& kernel : seen.running) {
        decision.allowances.emplace_back(kernel.task, Allowance{0, kQuotaSms, kUnlimited});
      }
    }
    return decision;
  };
}

struct QuotaCase {
  std::string rule;
  std::optional<double> first, second;
};
std::ostream& operator<<(std::ostream& out, const QuotaCase& which) {
  return out << which.rule << ' ' << which.first.value_or(0) << ' ' << which.second.value_or(0);
}

/// What was watched is what the slow reference does. alone: subtasks in a millisecond, by task.
void expect_done(const test::SlowQuotas& slow, const std::array<double, 2>& alone, int epochs) {
  const std::vector<std::vector<double>> done = test::done_in_epochs(slow, epochs);
  std::array<double, 2> all{};
  for (int epoch = 0; epoch < epochs; ++epoch) {
    for (std::size_t task = 0; task < 2; ++task) {
      all[task] += done[epoch][task] * alone[task];
      EXPECT_NEAR(watched().done[epoch][task], all[task], 2 + 1e-6 * all[task])
          << "task " << task << " epoch " << epoch;
    }
  }
}

/// At least one has a goal: both are on all SMs then, which are alike.
class QuotaRuns : public testing::TestWithParam<QuotaCase> {};

TEST_P(QuotaRuns, AreThoseOfTheSlowReference) {
  constexpr int kEpochs = 40;
  constexpr double kEpoch = 0.5;
  const auto goal = [](const std::optional<double>& part) {
    return part ? std::optional<Goal>(SpeedGoal{*part}) : std::nullopt;
  };
  const Instance instance = endless(goal(GetParam().first), goal(GetParam().second), kEpochs * kEpoch);
  Plan plan = test::planned_by("quota-" + GetParam().rule, instance, {kEpoch, 0.02, 0}).plan;
  const std::array<double, 2> alone{9e7 / instance.jobs[0].kernel.count(), 9e6 / instance.jobs[1].kernel.count()};
  for (const bool staggered : {true, false}) {
    watched() = {
        .start = find_in(policies(), "quota-" + GetParam().rule)->sharing->start, .epoch = kEpoch, .epochs = kEpochs};
    plan.share->start = watch;
    evaluate::simulate_clients(instance, plan, {.staggered = staggered});
    ASSERT_EQ(watched().done.size(), static_cast<std::size_t>(kEpochs));
    evaluate::KernelRates rates(instance);
    const std::array<evaluate::KernelOnSms, 2> kernels{evaluate::kernel_on_sms(instance, 0, KernelForm::plain),
                                                       evaluate::kernel_on_sms(instance, 1, KernelForm::plain)};
    const test::SlowQuotas slow{
        .rule = GetParam().rule,
        .goals = {GetParam().first, GetParam().second},
        .epoch = kEpoch,
        .least = 0.02,
        .speeds = [&](double /*now*/, const std::vector<double>& /*done*/, const test::SlowQuotas::Works& works) {
          std::vector<evaluate::WorkingCtas> ctas;
          for (std::size_t task = 0; task < 2; ++task) {
            ctas.push_back({.kernel = &kernels[task],
                            .launch = task,
                            .on = watched().held[task].front(),
                            .still = !works[task][0]});
          }
          rates.set(ctas);
          return test::SlowSpeeds{{{ctas[0].rate / alone[0]}, {ctas[1].rate / alone[1]}}};
        }};
    SCOPED_TRACE(staggered ? "staggered" : "in waves");
    expect_done(slow, alone, kEpochs);
  }
}

class PacedQuotaRuns : public testing::TestWithParam<std::string> {};

// Every SM has a speed of its own then, and uses its quotas up when it does.
TEST_P(PacedQuotaRuns, AreThoseOfTheSlowReference) {
  constexpr int kEpochs = 4;
  constexpr double kEpoch = 0.5;
  constexpr double kDeviation = 0.1;
  constexpr double kEvery = 0.37;
  constexpr std::uint64_t kSeed = 5;
  Instance instance = endless(SpeedGoal{0.6}, std::nullopt, kEpochs * kEpoch);
  const std::array<std::vector<KernelPhase>, 2> phases{
      {{{0.001, 1.2}, {0.0005, 0.7}, {0.9985, 1}}, {{0.0002, 0.8}, {0.0003, 1.3}, {0.9995, 0.9}}}};
  const std::array<std::string, 2> owners{"va", "mm"};
  for (std::uint32_t task = 0; task < 2; ++task) {
    instance.work[task].pace = task;
    instance.paces.push_back({phases[task], Jitter{kDeviation, Millis{kEvery}}, owners[task]});
  }
  Plan plan = test::planned_by("quota-" + GetParam(), instance, {kEpoch, 0.02, 0}).plan;
  const std::array<double, 2> subtasks{9e7, 9e6};
  const std::array<double, 2> alone{9e7 / instance.jobs[0].kernel.count(), 9e6 / instance.jobs[1].kernel.count()};
  for (const bool staggered : {true, false}) {
    watched() = {
        .start = find_in(policies(), "quota-" + GetParam())->sharing->start, .epoch = kEpoch, .epochs = kEpochs};
    plan.share->start = watch;
    evaluate::simulate_clients(instance, plan, {.seed = kSeed, .staggered = staggered});
    ASSERT_EQ(watched().done.size(), static_cast<std::size_t>(kEpochs));
    evaluate::KernelRates rates(instance);
    const std::array<evaluate::KernelOnSms, 2> kernels{evaluate::kernel_on_sms(instance, 0, KernelForm::plain),
                                                       evaluate::kernel_on_sms(instance, 1, KernelForm::plain)};
    const auto speeds = [&](double now, const std::vector<double>& done, const test::SlowQuotas::Works& works) {
      std::vector<evaluate::WorkingCtas> ctas;
      for (std::size_t task = 0; task < 2; ++task) {
        for (std::uint32_t sm = 0; sm < kQuotaSms; ++sm) {
          ctas.push_back({.kernel = &kernels[task],
                          .launch = task,
                          .on = {.first = sm, .sms = 1, .ctas = watched().held[task].front().ctas},
                          .still = !works[task][sm]});
        }
      }
      rates.set(ctas);
      const double interval = std::floor(now / kEvery + 1e-9);
      test::SlowSpeeds found{.of = {}, .longest = (interval + 1) * kEvery - now};
      for (std::size_t task = 0; task < 2; ++task) {
        const stats::CounterDraws draws(kSeed, stats::owner_of(owners[task]), 4);
        double end = 0;
        std::size_t phase = 0;
        while (done[task] * alone[task] > (end += phases[task][phase].part * subtasks[task]) - 1e-6) {
          ++phase;
        }
        double all = 0;
        auto& its = found.of.emplace_back();
        for (std::uint32_t sm = 0; sm < kQuotaSms; ++sm) {
          const double drawn = draws.unit(static_cast<std::uint64_t>(interval) * kQuotaSms + sm);
          const double noise = 1 + std::sqrt(3) * kDeviation * (2 * drawn - 1);
          its.push_back(ctas[task * kQuotaSms + sm].rate * phases[task][phase].speed * noise / alone[task]);
          all += its.back();
        }
        if (all > 0) {
          found.longest = std::min(found.longest, (end / alone[task] - done[task]) / all);
        }
      }
      return found;
    };
    const test::SlowQuotas slow{.rule = GetParam(),
                                .goals = {0.6, std::nullopt},
                                .epoch = kEpoch,
                                .least = 0.02,
                                .sms = kQuotaSms,
                                .speeds = speeds};
    SCOPED_TRACE(staggered ? "staggered" : "in waves");
    expect_done(slow, alone, kEpochs);
  }
}

INSTANTIATE_TEST_SUITE_P(Rules, PacedQuotaRuns, testing::Values("naive", "history", "elastic", "rollover", "time"));

INSTANTIATE_TEST_SUITE_P(Rules, QuotaRuns,
                         testing::Values(QuotaCase{"naive", 0.5, std::nullopt}, QuotaCase{"naive", 0.9, std::nullopt},
                                         QuotaCase{"naive", std::nullopt, 0.3}, QuotaCase{"naive", 0.6, 0.5},
                                         QuotaCase{"history", 0.7, std::nullopt}, QuotaCase{"history", 0.95, 0.3},
                                         QuotaCase{"elastic", 0.5, std::nullopt}, QuotaCase{"elastic", 0.3, 0.3},
                                         QuotaCase{"elastic", std::nullopt, 0.6},
                                         QuotaCase{"rollover", 0.7, std::nullopt}, QuotaCase{"rollover", 0.9, 0.2},
                                         QuotaCase{"time", 0.4, std::nullopt}, QuotaCase{"time", 0.3, 0.3},
                                         QuotaCase{"time", std::nullopt, 0.8}));

}  // namespace
}  // namespace warpshop::share
