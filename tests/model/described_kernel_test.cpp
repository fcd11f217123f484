#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/model/device_rules.hpp"
#include "sim/model/error.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/needs.hpp"
#include "tests/model/device_and_workload.hpp"

namespace warpshop {
namespace {

using test::kernel_of;
using test::task_of;
using test::workload_of;

constexpr SmModel kTitanX{
    .count = 28, .registers = 65536, .shared_memory = {96 << 10}, .threads = 2048, .ctas = 32, .units = {}};

/// 4000 CTAs in 2 ms; eight of them fit into an SM of a Titan X.
KernelShape eight_an_sm(Category category) {
  return {.time = Millis{2}, .ctas = 4000, .cta = {.threads = 256, .registers = 16}, .category = category};
}

Device device_with_sm() {
  Device device = test::device_of_round_figures();
  device.sm = kTitanX;
  return device;
}

std::string resolve_error(const Workload& workload, const Device& device) {
  try {
    resolve(workload, device);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(DescribedKernel, HasACurveOfTwoFigures) {
  const KernelModel computes = described_kernel(kTitanX, eight_an_sm(Category::compute_bound));
  const KernelModel waits = described_kernel(kTitanX, eight_an_sm(Category::memory_bound));
  EXPECT_EQ(computes.cta->per_sm, 8);
  ASSERT_EQ(computes.by_ctas.size(), 8U);
  ASSERT_EQ(waits.by_ctas.size(), 8U);
  const std::vector<double> half{500, 1000, 1500, 2000, 2000, 2000, 2000, 2000};
  for (std::size_t point = 0; point < half.size(); ++point) {
    const auto count = static_cast<std::int64_t>(point + 1);
    EXPECT_EQ(computes.by_ctas[point], (ScalingPoint{count, {250.0 * static_cast<double>(count)}}));
    EXPECT_EQ(waits.by_ctas[point], (ScalingPoint{count, {half[point]}}));
  }
  EXPECT_FALSE(waits.per_element || waits.invocation || waits.eviction || waits.transformation);
}

TEST(DescribedKernel, OfWhichOneCtaFitsHasAPoint) {
  KernelShape shape = eight_an_sm(Category::memory_bound);
  shape.cta.shared_memory = Bytes{60 << 10};
  const KernelModel model = described_kernel(kTitanX, shape);
  EXPECT_EQ(model.cta->per_sm, 1);
  EXPECT_EQ(model.by_ctas, (std::vector<ScalingPoint>{{1, {2000}}}));
}

TEST(DescribedKernel, OfSmallCtasHasEightPointsAtMost) {
  KernelShape shape = eight_an_sm(Category::compute_bound);
  shape.cta.threads = 32;
  const KernelModel model = described_kernel(kTitanX, shape);
  ASSERT_EQ(model.by_ctas.size(), 8U);
  EXPECT_EQ(model.by_ctas.front(), (ScalingPoint{4, {250}}));
  EXPECT_EQ(model.by_ctas.back(), (ScalingPoint{32, {2000}}));
}

TEST(CtaMisfit, NamesWhatThereIsTooLittleOf) {
  EXPECT_EQ(cta_misfit(kTitanX, {.threads = 2048, .registers = 32, .shared_memory = {96 << 10}}), "");
  EXPECT_EQ(cta_misfit(kTitanX, {.threads = 2049}), "takes 2080 of an SM's 'threads', expected at most 2048");
  EXPECT_EQ(cta_misfit(kTitanX, {.threads = 1024, .registers = 65}),
            "takes 66560 of an SM's 'registers', expected at most 65536");
  EXPECT_EQ(cta_misfit(kTitanX, {.threads = 32, .shared_memory = {98305}}),
            "takes 98305 B of an SM's 'shared_memory', expected at most 98304 B");
}

TEST(ResolveDescribed, GivesEachTaskAKernelOfItsOwn) {
  Task twice = task_of({.kernel = kernel_of(eight_an_sm(Category::memory_bound))});
  twice.name = "twice";
  twice.count = 2;
  Task other = task_of({.kernel = kernel_of(eight_an_sm(Category::compute_bound))});
  other.name = "other";
  const Workload workload =
      workload_of({twice, task_of({.kernel = kernel_of(Millis{3})}), task_of({.kernel = kernel_of("add", 10)}), other});
  const Instance instance = resolve(workload, device_with_sm());
  EXPECT_EQ(instance.jobs[0].kernel, Millis{2});
  EXPECT_EQ(instance.jobs[4].kernel, Millis{2});
  ASSERT_EQ(instance.kernels.size(), 3U);
  EXPECT_EQ(instance.kernels[0].name, "add");
  EXPECT_EQ(instance.kernels[1].name, "kernel of 'twice'");
  EXPECT_EQ(instance.kernels[1].model, described_kernel(kTitanX, eight_an_sm(Category::memory_bound)));
  EXPECT_EQ(instance.kernels[2].model, described_kernel(kTitanX, eight_an_sm(Category::compute_bound)));
  const std::vector<KernelWork> expected{{1, 4000}, {1, 4000}, {}, {0, 0}, {2, 4000}};
  EXPECT_EQ(instance.work, expected);
}

TEST(ResolveDescribed, IsNeverCalledLikeAKernelOfTheProfile) {
  Device device = device_with_sm();
  device.kernels["kernel of 'a'"] = device.kernels.at("add");
  device.kernels["kernel of 'a''"] = device.kernels.at("add");
  Task task = task_of({.kernel = kernel_of(eight_an_sm(Category::memory_bound))});
  task.name = "a";
  Task with_quotes = task;
  with_quotes.name = "a''";
  const Instance instance = resolve(workload_of({task, with_quotes}), device);
  EXPECT_EQ(instance.kernels[0].name, "kernel of 'a'''");
  EXPECT_EQ(instance.kernels[1].name, "kernel of 'a''''");
}

TEST(ResolveDescribed, IsADurationWhereTheProfileSaysNothingOfSms) {
  const Workload workload = workload_of({task_of({.kernel = kernel_of(eight_an_sm(Category::memory_bound))})});
  const Instance instance = resolve(workload, test::device_of_round_figures());
  EXPECT_EQ(instance.jobs[0].kernel, Millis{2});
  EXPECT_TRUE(instance.kernels.empty());
  EXPECT_TRUE(instance.work.empty());
  EXPECT_TRUE(needs(workload, device_with_sm()).empty());
}

TEST(ResolveDescribed, RefusesACtaThatDoesNotFit) {
  KernelShape shape = eight_an_sm(Category::memory_bound);
  shape.cta.threads = 4096;
  const Workload workload = workload_of({task_of({.kernel = kernel_of(shape)})});
  EXPECT_EQ(resolve_error(workload, device_with_sm()),
            "jobs.yaml:4:23: the kernel of task 'task' does not fit device round: one of its CTAs takes 4096 of an "
            "SM's 'threads', expected at most 2048");
  EXPECT_EQ(resolve_error(workload, test::device_of_round_figures()), "");
}

}  // namespace
}  // namespace warpshop
