#include "sim/evaluate/prepare_sharing.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "sim/evaluate/evaluate.hpp"
#include "sim/files/device_store.hpp"
#include "tests/support/sharing.hpp"

namespace warpshop::evaluate {
namespace {

/// A task whose kernel starts at once; 256 threads, so that eight of its CTAs fit into an SM.
Task described(std::string name, Millis time, std::int64_t ctas, Category category) {
  Task task;
  task.name = std::move(name);
  task.kernel = KernelSpec{
      .work = KernelShape{.time = time, .ctas = ctas, .cta = {.threads = 256, .registers = 16}, .category = category},
      .mark = {}};
  return task;
}

Instance prepared(const std::vector<Task>& tasks, const Device& device) {
  Instance instance = resolve(Workload{.name = "w", .file = "w.yaml", .tasks = tasks}, device);
  prepare_sharing(instance, device);
  return instance;
}

double makespan(const Instance& instance) {
  Plan plan{.order = Order(instance.size()), .submission = Submission::streams, .share = test::whole_gpu_share()};
  std::iota(plan.order.begin(), plan.order.end(), 0U);
  return timeline(instance, plan).makespan.count();
}

TEST(PrepareSharing, ADescribedKernelAloneTakesExactlyItsTime) {
  for (const char* const name : {"k20c", "titanx", "cycle-volta"}) {
    const Device device = files::find_device(name);
    for (const Category category : {Category::memory_bound, Category::compute_bound}) {
      for (const std::int64_t ctas : {1, 20, 150, 4000, 1'000'000}) {
        const Instance instance = prepared({described("a", Millis{3}, ctas, category)}, device);
        EXPECT_TRUE(instance.kernels.front().law.has_value()) << name;
        EXPECT_NEAR(makespan(instance), 3, 1e-9) << name << ' ' << ctas;
      }
    }
  }
}

TEST(PrepareSharing, ADescribedKernelOfAnyLengthTakesIt) {
  const Device device = files::find_device("k20c");
  for (const double time : {1e-9, 1e3, 1e12}) {
    const Instance instance = prepared({described("a", Millis{time}, 4000, Category::memory_bound)}, device);
    EXPECT_NEAR(makespan(instance) / time, 1, 1e-9) << time;
  }
}

/// This profile's latency of copies in is that of the smallest alone, by which payloads of half a MiB would move at
/// 160 GB/s, over a link of 63.
TEST(PrepareSharing, NoCopyTakesLessOfTheLinkThanItsBytes) {
  const Device device = files::find_device("h100-80gb-hbm3");
  ASSERT_GT(device.transfer(Memory::pinned, Direction::h2d).peak().value, 160e9);
  for (std::int64_t size = 1; size <= std::int64_t{1} << 30; size *= 2) {
    Task task;
    task.h2d = task.d2h = CopySpec{.amount = Bytes{size}, .mark = {}};
    const Instance instance = prepared({task}, device);
    for (const Direction direction : {Direction::h2d, Direction::d2h}) {
      const TransferModel& transfer = device.transfer(Memory::pinned, direction);
      const Copy& copy = instance.jobs[0].copy(direction);
      EXPECT_NEAR((copy.latency + copy.payload) / transfer.time_alone(Bytes{size}), 1, 1e-12) << size;
      EXPECT_GE(instance.link_demand(0, direction) * copy.payload / (Bytes{size} / transfer.sustained()), 1 - 1e-9)
          << size;
      EXPECT_LE(instance.link_demand(0, direction), 1) << size;
    }
  }
}

TEST(PrepareSharing, DescribedKernelsShareWhatTheyDoNotNeedBoth) {
  const Device device = files::find_device("k20c");
  const Task computes = described("c", Millis{3}, 400, Category::compute_bound);
  const Task moves = described("m", Millis{3}, 20, Category::memory_bound);  // one or two CTAs an SM
  const double together = makespan(prepared({moves, computes}, device));
  EXPECT_GT(together, 3);
  EXPECT_LT(together, 5.5);
}

TEST(PrepareSharing, RepeatsAreTheSameKernel) {
  const Device device = files::find_device("k20c");
  Task task = described("a", Millis{3}, 4000, Category::compute_bound);
  task.count = 3;
  const Instance instance = prepared({task}, device);
  EXPECT_EQ(instance.kernels.size(), 1U);
  EXPECT_EQ(instance.co_run->context, 1U) << "behind the one kernel";
  EXPECT_EQ(instance.work[0], instance.work[2]);
  EXPECT_NEAR(makespan(instance), 9, 0.2);  // what fills the GPU gains nothing but its last rounds
}

TEST(PrepareSharing, DescribedKernelsOfOneShapeDifferInLengthAlone) {
  const Device device = files::find_device("titanx");
  std::vector<Task> tasks;
  for (std::size_t number = 0; number < 500; ++number) {
    tasks.push_back(described("t" + std::to_string(number), Millis{1.0 + static_cast<double>(number)}, 4000,
                              number % 2 == 0 ? Category::memory_bound : Category::compute_bound));
  }
  const Instance instance = prepared(tasks, device);
  ASSERT_EQ(instance.kernels.size(), 500U);
  EXPECT_EQ(instance.co_run->kernels.size(), 500U + 1) << "and contexts that move, none that no task calls";
  for (const std::size_t task : {0U, 1U, 2U, 499U}) {
    EXPECT_NEAR(makespan(prepared({tasks[task]}, device)), 1.0 + static_cast<double>(task), 1e-9);
    Instance alone = instance;
    alone.jobs = {instance.jobs[task]};
    alone.work = {instance.work[task]};
    EXPECT_NEAR(makespan(alone), 1.0 + static_cast<double>(task), 1e-9);
  }
}

TEST(PrepareSharing, KernelsOfTheProfileKeepTheirLaws) {
  const Device device = files::find_device("titanx");
  Task named;
  named.name = "va";
  named.kernel = KernelSpec{.work = KernelCall{"va", 200'000'000}, .mark = {}};
  const Instance alone = prepared({named}, device);
  const Instance beside = prepared({named, described("a", Millis{3}, 4000, Category::compute_bound)}, device);
  EXPECT_EQ(alone.work[0].length, beside.work[0].length);
  EXPECT_EQ(alone.co_run->kernels[*alone.kernels[0].law], beside.co_run->kernels[*beside.kernels[0].law]);
}

// A profile may have hundreds of pairs of kernels that a workload does not call: they change nothing.
TEST(PrepareSharing, PairsAreThoseOfItsKernelsAlone) {
  Device device = files::find_device("cycle-volta");
  std::vector<std::string> others;
  for (const auto& [name, kernel] : device.kernels) {
    if (std::find(device.probes.begin(), device.probes.end(), name) == device.probes.end()) {
      others.push_back(name);
    }
  }
  ASSERT_GE(others.size(), 3U);
  std::vector<Task> tasks;
  for (std::size_t i = 0; i < others.size(); ++i) {
    device.kernels.at(others[i]).per_element = Millis{1e-6};
    device.kernels.at(others[i]).invocation = Millis{0};
    device.co_run.push_back({.kernels = {others[i], others[(i + 1) % others.size()]},
                             .ctas = {1, 1},
                             .rates = {device.kernels.at(others[i]).by_ctas.front().rate,
                                       device.kernels.at(others[(i + 1) % others.size()]).by_ctas.front().rate}});
    tasks.emplace_back().name = others[i];
    tasks.back().kernel = KernelSpec{.work = KernelCall{others[i], 1'000'000}, .mark = {}};
  }
  const Instance all = prepared(tasks, device);
  const Instance two = prepared({tasks[0], tasks[1]}, device);
  ASSERT_EQ(all.co_run->pairs.size(), others.size());
  ASSERT_EQ(two.co_run->pairs.size(), 1U);
  for (const std::size_t task : {0U, 1U}) {
    EXPECT_EQ(two.co_run->kernels[*two.kernels[task].law], all.co_run->kernels[*all.kernels[task].law]);
  }
  const CorrectedPair& found = two.co_run->pairs[0];
  const std::size_t first = *all.kernels[0].law;
  const std::size_t second = *all.kernels[1].law;
  EXPECT_TRUE(std::any_of(all.co_run->pairs.begin(), all.co_run->pairs.end(), [&](const CorrectedPair& pair) {
    return pair.first == std::min(first, second) && pair.second == std::max(first, second) &&
           pair.kernels == found.kernels;
  }));
}

}  // namespace
}  // namespace warpshop::evaluate
