// What kernels use that do not say it is told where they meet others, and nowhere else.
#include "sim/study/assumed_use.hpp"

#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/files/device_store.hpp"
#include "sim/order/fleet/deal.hpp"
#include "sim/study/policy_name.hpp"
#include "sim/study/problem.hpp"

namespace warpshop::study {
namespace {

Task described_task(const std::string& name, Category category, const KernelUse& use = {}) {
  Task task;
  task.name = name;
  task.kernel = KernelSpec{.work = KernelShape{.time = Millis{3},
                                               .ctas = 400,
                                               .cta = {.threads = 256, .registers = 32},
                                               .category = category,
                                               .use = use},
                           .mark = {}};
  return task;
}

std::vector<std::string> assumed_under(const std::string& policy, const std::vector<Task>& tasks) {
  const Device device = files::find_device("titanx");
  Problem problem = make_problem(Workload{.name = "w", .file = "w.yaml", .tasks = tasks}, device);
  prepare_sharing(problem, std::span(&device, 1));
  const PlanOptions options;
  const Plan plan = plan_of(named_policy(policy), problem.fleet, order::deal(problem.fleet, options), options).plan;
  return assumed_use(problem.fleet.tasks(), plan);
}

using Paths = std::vector<std::string>;
constexpr Category kComputes = Category::compute_bound;
constexpr Category kMoves = Category::memory_bound;

TEST(AssumedUse, IsToldOfKernelsThatMeetAndDoNotSayIt) {
  const std::vector<Task> both{described_task("c", kComputes), described_task("m", kMoves)};
  EXPECT_EQ(assumed_under("leftover", both), (Paths{"tasks.m.compute", "tasks.c.memory"}));
  EXPECT_EQ(assumed_under("leftover", {both[0], described_task("m", kMoves, {.compute = Utilization{0}})}),
            Paths{"tasks.c.memory"});
  EXPECT_EQ(assumed_under("leftover", {both[0], described_task("m", kMoves, {.memory = Utilization{1}})}),
            (Paths{"tasks.m.compute", "tasks.c.memory"}));
}

TEST(AssumedUse, RegistersThatNobodySaysAreToldWhereKernelsMeetOrAreSaved) {
  std::vector<Task> both{described_task("c", kComputes, {.memory = Utilization{0}}),
                         described_task("m", kMoves, {.compute = Utilization{0}})};
  EXPECT_EQ(assumed_under("leftover", both), Paths{});
  std::get<KernelShape>(both[1].kernel->work).cta.registers = 0;
  EXPECT_EQ(assumed_under("leftover", both), Paths{"tasks.m.registers"});
  EXPECT_EQ(assumed_under("srt", both), Paths{});
  EXPECT_EQ(assumed_under("srt(preemption=save)", both), Paths{"tasks.m.registers"});
}

TEST(AssumedUse, IsNotToldWhereNoTwoKernelsMeet) {
  std::vector<Task> both{described_task("c", kComputes), described_task("m", kMoves)};
  EXPECT_EQ(assumed_under("sequential", both), Paths{});
  EXPECT_EQ(assumed_under("timeslice", both), Paths{});
  EXPECT_EQ(assumed_under("fifo", both), Paths{});
  EXPECT_EQ(assumed_under("leftover", {both[0]}), Paths{});
  both[1].after = {{.task = "c"}};
  EXPECT_EQ(assumed_under("leftover", both), Paths{});
  std::vector<Task> processes = both;  // two chains, each a process
  for (Task task : both) {
    task.name += "2";
    task.after = task.after.empty() ? task.after : std::vector<Predecessor>{{.task = "c2"}};
    processes.push_back(task);
  }
  EXPECT_EQ(assumed_under("timeslice", processes), Paths{});
  EXPECT_EQ(assumed_under("leftover", processes).size(), 4U);
  both[1].after.clear();
  both[0].count = 3;
  EXPECT_EQ(assumed_under("leftover", {both[0]}), Paths{}) << "repeats are one kernel";
}

TEST(SmallGridNotes, AreOfKernelsThatSayWhatTheyUseAndDoNotFillTheGpu) {
  const auto notes = [](std::int64_t ctas, const KernelUse& use) {
    Task task = described_task("a", kComputes, use);
    std::get<KernelShape>(task.kernel->work).ctas = ctas;  // eight fit into each of 28 SMs
    const Device device = files::find_device("titanx");
    Problem problem = make_problem(Workload{.name = "w", .file = "w.yaml", .tasks = {task}}, device);
    prepare_sharing(problem, std::span(&device, 1));
    return problem.notes;
  };
  EXPECT_TRUE(notes(224, {.compute = Utilization{0.9}}).empty());
  EXPECT_TRUE(notes(223, {}).empty());
  ASSERT_EQ(notes(223, {.compute = Utilization{0.9}}).size(), 1U);
  EXPECT_EQ(notes(223, {.memory = Utilization{0}}).front().line(),
            "w: the kernel of 'a' has 223 CTAs, and the SMs hold 224 at once: `compute` and `memory` are what such a "
            "kernel would use if it filled the GPU, which is more than Nsight Compute prints of it");
}

TEST(AssumedUse, OfManyIsToldOnce) {
  std::vector<Task> tasks;
  for (int number = 0; number < 5; ++number) {
    tasks.push_back(described_task("c" + std::to_string(number), kComputes));
  }
  EXPECT_EQ(assumed_under("leftover", tasks), Paths{"tasks.*.memory"});
  tasks.pop_back();
  EXPECT_EQ(assumed_under("leftover", tasks).size(), 4U);
}

}  // namespace
}  // namespace warpshop::study
