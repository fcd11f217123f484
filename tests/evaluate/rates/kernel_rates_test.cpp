#include "sim/evaluate/rates/kernel_rates.hpp"

#include <array>
#include <cstddef>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/sharing.hpp"

namespace warpshop::evaluate {
namespace {

/// Kernels of titanx, 28 SMs: pf and va; and one that says only how long it takes.
struct RatedKernels {
  Instance instance = [] {
    Instance kernels = test::grids_on(test::device_of_subtasks("titanx"), {{"pf", 5000}, {"va", 3000}, {"mm", 900}});
    kernels.work[2] = {};
    return kernels;
  }();
  std::array<KernelOnSms, 3> on_sms{kernel_on_sms(instance, 0, KernelForm::plain),
                                    kernel_on_sms(instance, 1, KernelForm::plain),
                                    kernel_on_sms(instance, 2, KernelForm::plain)};

  WorkingCtas ctas(std::size_t kernel, const SmRange& on) const {
    return {.kernel = &on_sms[kernel], .launch = kernel, .on = on};
  }
};

TEST(KernelRates, OfSmsThatHoldTheSameFollowFromHowManyThereAreAndNotFromWhere) {
  const RatedKernels kernels;
  KernelRates rates(kernels.instance);
  std::vector<WorkingCtas> together{kernels.ctas(0, {0, 14, 2}), kernels.ctas(1, {0, 14, 1}),
                                    kernels.ctas(1, {14, 14, 2})};
  std::vector<WorkingCtas> apart{kernels.ctas(0, {0, 4, 2}), kernels.ctas(1, {0, 4, 1}), kernels.ctas(1, {4, 14, 2}),
                                 kernels.ctas(0, {18, 10, 2}), kernels.ctas(1, {18, 10, 1})};
  rates.set(together);
  rates.set(apart);
  EXPECT_NEAR(apart[0].rate + apart[3].rate, together[0].rate, 1e-9 * together[0].rate);
  EXPECT_NEAR(apart[0].rate, together[0].rate * 4 / 14, 1e-9 * together[0].rate);
  EXPECT_NEAR(apart[1].rate + apart[4].rate, together[1].rate, 1e-9 * together[1].rate);
  EXPECT_NEAR(apart[2].rate, together[2].rate, 1e-9 * together[2].rate);
  const std::array<SmGroup, 2> groups{SmGroup{14, {{*kernels.on_sms[0].law, 2, 0}, {*kernels.on_sms[1].law, 1, 1}}},
                                      SmGroup{14, {{*kernels.on_sms[1].law, 2, 1}}}};
  const std::vector<SubtasksPerMilli> by_law = group_rates(*kernels.instance.co_run, groups);
  for (std::size_t i = 0; i < by_law.size(); ++i) {
    EXPECT_NEAR(together[i].rate, by_law[i].value / together[i].kernel->length, 1e-9 * together[i].rate);
  }
}

TEST(KernelRates, MemoryBoundKernelsAloneAreSlowerBesideCopies) {
  RatedKernels kernels;
  kernels.on_sms[0].memory_bound = true;
  kernels.on_sms[1].memory_bound = false;
  KernelRates rates(kernels.instance);
  std::vector<WorkingCtas> free{kernels.ctas(0, {0, 28, 1}), kernels.ctas(1, {0, 28, 1})};
  std::vector<WorkingCtas> slowed = free;
  rates.set(free);
  const Interference beside{.kernel_beside_h2d = 0.5, .kernel_beside_d2h = 0.8};
  rates.set(slowed, beside_copies(beside, {true, true}));
  EXPECT_DOUBLE_EQ(slowed[0].rate, free[0].rate * 0.4);
  EXPECT_EQ(slowed[1].rate, free[1].rate);
  EXPECT_EQ(beside_copies(beside, {false, true}), 0.8);
  EXPECT_EQ(fastest_beside_copies(beside), 1);
}

TEST(KernelRates, PartitionsOfTheMemoryKnowNothingOfEachOther) {
  const RatedKernels kernels;
  Share halves("mig");
  halves.partitions = {{.first = 0, .sms = 14, .bandwidth = 0.5}, {.first = 14, .sms = 14, .bandwidth = 0.5}};
  KernelRates rates(kernels.instance, halves);
  std::vector<WorkingCtas> both{kernels.ctas(0, {0, 14, 4}), kernels.ctas(1, {14, 14, 4})};
  std::vector<WorkingCtas> one{both[0]};
  rates.set(both);
  rates.set(one);
  EXPECT_EQ(both[0].rate, one[0].rate);
}

TEST(KernelRates, LoadsAreRateTimesDemand) {
  const RatedKernels kernels;
  KernelRates rates(kernels.instance);
  std::vector<WorkingCtas> works{kernels.ctas(0, {0, 14, 2}), kernels.ctas(1, {14, 14, 2})};
  rates.set_with_loads(works);
  for (std::size_t resource = 0; resource < kSharedResources; ++resource) {
    double load = 0;
    for (const WorkingCtas& each : works) {
      EXPECT_GT(each.busy[resource], 0);
      load += each.busy[resource] / 28;
    }
    EXPECT_LE(load, 1 + 1e-9);
  }
}

TEST(KernelRates, KindsAreOfWhatRatesDependOn) {
  RatedKernels kernels;
  kernels.instance.co_run->kernels.push_back(kernels.instance.co_run->kernels[*kernels.on_sms[0].law]);
  kernels.instance.co_run->pairs.clear();
  KernelRates rates(kernels.instance);
  KernelOnSms copy = kernels.on_sms[0];
  copy.law = kernels.instance.co_run->kernels.size() - 1;
  copy.subtasks += 1;
  KernelOnSms longer = kernels.on_sms[0];
  longer.length *= 2;
  KernelOnSms slowed = kernels.on_sms[0];
  slowed.memory_bound = !slowed.memory_bound;
  const std::size_t kind = rates.kind(kernels.on_sms[0]);
  EXPECT_EQ(rates.kind(copy), kind);
  for (const KernelOnSms& other : {longer, slowed, kernels.on_sms[1], kernels.on_sms[2]}) {
    EXPECT_NE(rates.kind(other), kind);
  }
  KernelOnSms opaque = kernels.on_sms[2];
  opaque.alone *= 2;
  EXPECT_NE(rates.kind(opaque), rates.kind(kernels.on_sms[2]));
  EXPECT_EQ(rates.kind(kernels.on_sms[0]), kind);
}

TEST(Answers, AreMadeOnceAndAnewWhenThereAreTooMany) {
  Answers<std::size_t> answers;
  std::size_t made = 0;
  const auto answer = [&](std::size_t question) {
    return answers.get(WordsKey().add(question).add(0.5), [&] { return ++made; });
  };
  constexpr std::size_t kMost = Answers<std::size_t>::kMostWords / 2;  // two words a key
  for (std::size_t question = 0; question < kMost; ++question) {
    EXPECT_EQ(answer(question), question + 1);
  }
  EXPECT_EQ(answer(7), 8U);
  EXPECT_EQ(answer(made), kMost + 1);
  EXPECT_EQ(answer(7), kMost + 2);
}

TEST(KernelRates, AKernelWithoutALawSharesNoSm) {
  const RatedKernels kernels;
  KernelRates rates(kernels.instance);
  std::vector<WorkingCtas> alone{kernels.ctas(2, {0, 28, 1})};
  rates.set(alone);
  EXPECT_NEAR(alone[0].rate, 28 / kernels.instance.jobs[2].kernel.count(), 1e-9 * alone[0].rate);
  std::vector<WorkingCtas> beside{kernels.ctas(2, {0, 14, 1}), kernels.ctas(0, {13, 4, 1})};
  EXPECT_THROW(rates.set(beside), std::logic_error);
}

}  // namespace
}  // namespace warpshop::evaluate
