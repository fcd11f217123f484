// What kernels that share a device are seen to do beside each other, and what a profile learns from it.
#include "dispatch/drift/observed_pairs.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "dispatch/drift/drift.hpp"
#include "sim/evaluate/co_run/co_run_model.hpp"
#include "sim/evaluate/evaluate.hpp"
#include "sim/io/device/device_yaml.hpp"
#include "tests/dispatch/share/played.hpp"
#include "tests/support/planned_by.hpp"
#include "tests/support/sharing.hpp"

namespace warpshop::dispatch {
namespace {

constexpr std::uint32_t kSms = 4;
const std::vector<std::string> kNames{"a", "b"};

/// A does 10 subtasks a CTA and millisecond alone; beside another each of the two does 5 by the profile.
std::vector<SubtasksPerMilli> halves(std::span<const HeldCtas> held) {
  std::vector<SubtasksPerMilli> rates;
  for (const HeldCtas& each : held) {
    rates.push_back({static_cast<double>(each.ctas) * kSms * (held.size() == 1 ? 10 : 5)});
  }
  return rates;
}

Residency residency(std::uint32_t task, double start, double end, double subtasks, std::uint32_t sms = kSms) {
  return {.task = task, .sms = sms, .ctas_per_sm = 1, .start = Millis{start}, .end = Millis{end}, .subtasks = subtasks};
}

/// Two CTAs of a, one of which comes and goes with b's.
TEST(ObservedPairs, TakeOffWhatAKernelDidAlone) {
  // The CTA of a that stays on does 40 a millisecond for 10 ms, then what it really does beside b: 16 for 20 ms.
  const Timeline timeline{.intervals = {},
                          .residencies = {residency(0, 0, 30, 40 * 10 + 16 * 20), residency(0, 10, 30, 16 * 20),
                                          residency(1, 10, 30, 24 * 20)}};
  const std::vector<ObservedPair> pairs = observed_pairs(timeline, kSms, kNames, halves);
  ASSERT_EQ(pairs.size(), 1U);
  EXPECT_EQ(pairs[0].point.kernels, (std::array<std::string, 2>{"a", "b"}));
  EXPECT_EQ(pairs[0].point.ctas, (std::array<std::int64_t, 2>{2, 1}));
  EXPECT_NEAR(pairs[0].point.rates[0].value, 32, 1e-9);
  EXPECT_NEAR(pairs[0].point.rates[1].value, 24, 1e-9);
  EXPECT_NEAR(pairs[0].expected[0].value, 40, 1e-9);
  EXPECT_EQ(pairs[0].time, Millis{20});
}

TEST(ObservedPairs, AreNoneWhereLittleIsKnown) {
  const auto count = [](std::vector<Residency> residencies, const std::vector<std::string>& names = kNames) {
    return observed_pairs({.intervals = {}, .residencies = std::move(residencies)}, kSms, names, halves).size();
  };
  EXPECT_EQ(count({residency(0, 0, 20, 400), residency(1, 0, 20, 400)}), 1U);
  EXPECT_EQ(count({residency(0, 0, 20, 400), residency(1, 0, 20, 400)}, {"a", "a"}), 0U) << "one kernel, twice";
  EXPECT_EQ(count({residency(0, 0, 20, 400), residency(1, 0, 20, 400, 2)}), 0U) << "on two of four SMs";
  EXPECT_EQ(count({residency(0, 0, 20, 400), residency(1, 0, 20, 199)}), 0U) << "49 subtasks a CTA";
  EXPECT_EQ(count({residency(0, 0, 70, 400), residency(1, 0, 20, 400)}), 0U) << "together for less than a third of it";
  EXPECT_EQ(count({}), 0U);
}

RatesByProfile rates_of(const Device& profile) {
  return [model = evaluate::CoRunModel(profile), sms = profile.sm->count](std::span<const HeldCtas> held) {
    evaluate::SmGroup group{.sms = sms, .residents = {}};
    for (const HeldCtas& each : held) {
      group.residents.push_back({.kernel = *model.find(each.kernel), .ctas = static_cast<double>(each.ctas)});
    }
    return model.rates(std::span(&group, 1));
  };
}

Plan split(const Instance& instance, const std::string& policy, const std::vector<double>& ctas = {}) {
  Plan plan{.order = input_order(instance.size()), .submission = Submission::streams};
  plan.share = test::planned_by(policy, instance, ctas).plan.share;
  return plan;
}

/// What is found of a run that is repeated often enough for that.
Drift seen(const Device& profile, const Timeline& measured, const std::vector<std::string>& kernels) {
  Drift drift(profile);
  drift.expect(rates_of(profile));
  for (int i = 0; i < 6; ++i) {
    drift.add_shared(measured, kernels);
  }
  return drift;
}

/// Beside each other two kernels are slower by 30 and 15 % than the profile says, alone they are as fast. From one run
/// it learns what makes the prediction right.
TEST(Drift, LearnsHowTwoKernelsShareSms) {
  using Pair = std::array<std::string, 2>;
  const Device profile = test::device_of_subtasks("titanx");
  const RatesByProfile by_profile = rates_of(profile);
  for (const Pair& kernels : {Pair{"mm", "red"}, Pair{"bs", "gcedd"}, Pair{"cconv", "mm"}, Pair{"gcedd", "spmv"}}) {
    const std::vector<HeldCtas> even{{.kernel = kernels[0], .ctas = 3}, {.kernel = kernels[1], .ctas = 3}};
    const std::vector<SubtasksPerMilli> rates = by_profile(even);
    Device real = profile;
    real.co_run.push_back(
        {.kernels = kernels, .ctas = {3, 3}, .rates = {{{rates[0].value * 0.7}, {rates[1].value * 0.85}}}});
    const auto instance_on = [&](const Device& device) {
      return test::grids_on(device, {{kernels[0], static_cast<std::int64_t>(rates[0].value * 30)},
                                     {kernels[1], static_cast<std::int64_t>(rates[1].value * 30)}});
    };
    const Instance reality = instance_on(real);
    const Plan plan = split(reality, "smk", {3, 3});
    const Timeline measured = Played(reality, real).run(plan);
    const std::vector<std::string> names(kernels.begin(), kernels.end());
    Drift drift = seen(profile, measured, names);
    ASSERT_FALSE(drift.findings().empty()) << names[0] << ' ' << names[1];
    EXPECT_TRUE(text(drift.findings()[0]).starts_with("co_run.3 " + names[0] + " beside 3 " + names[1] + " takes"));
    const Device learnt = drift.learn();
    EXPECT_EQ(changed_figures(profile, learnt).size(), 2U);
    const double before = evaluate::timeline(instance_on(profile), plan).makespan / measured.makespan;
    const double after = evaluate::timeline(instance_on(learnt), plan).makespan / measured.makespan;
    EXPECT_LT(before, 0.87) << names[0] << ' ' << names[1];
    EXPECT_NEAR(after, 1, 0.03) << names[0] << ' ' << names[1];
    std::stringstream written;
    io::write_device(written, learnt);
    EXPECT_EQ(io::parse_device(written, "learnt.yaml").co_run, learnt.co_run);
    // Learnt once more, from a device that is slower again, it is the same point that changes.
    Device slower = real;
    slower.co_run[0].rates[0].value *= 0.8;
    Drift next = seen(learnt, Played(instance_on(slower), slower).run(plan), names);
    ASSERT_FALSE(next.findings().empty());
    EXPECT_EQ(next.learn().co_run.size(), 1U);
  }
}

/// A device that does what its profile says is found to do so.
TEST(Drift, FindsNothingWhereKernelsShareAsTheProfileSays) {
  const Device profile = test::device_of_subtasks("titanx");
  const std::vector<std::string> names{"mm", "pf"};
  const Instance instance = test::grids_on(profile, {{"mm", 200'000}, {"pf", 200'000}});
  for (const char* policy : {"smk", "flexsched", "leftover"}) {
    const Timeline measured = Played(instance, profile).run(split(instance, policy));
    const Drift drift = seen(profile, measured, names);
    EXPECT_TRUE(drift.findings().empty()) << policy << ": " << text(drift.findings().front());
  }
}

}  // namespace
}  // namespace warpshop::dispatch
