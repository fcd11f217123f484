#include "sim/model/fingerprint.hpp"

#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "sim/model/split.hpp"
#include "tests/model/device_and_workload.hpp"

namespace warpshop {
namespace {

using test::copy_of;
using test::kernel_of;
using test::task_of;
using test::workload_of;

Workload two_tasks() {
  Workload workload = workload_of({task_of({.h2d = copy_of(Millis{1}), .kernel = kernel_of(Millis{2})}),
                                   task_of({.kernel = kernel_of("scale", 100), .d2h = copy_of(Bytes{4096})})});
  workload.tasks[1].name = "other";
  return workload;
}

std::uint64_t fingerprint_of(const Workload& workload) {
  Device device = test::device_of_round_figures();
  device.context_switch = Millis{1};
  device.memory_size = Bytes{1 << 20};
  return resolve(workload, device).fingerprint;
}

TEST(Fingerprint, IsTheSameOnEveryMachine) {
  EXPECT_EQ(fingerprint_of(two_tasks()), 16437067026698325190U);
}

TEST(Fingerprint, DoesNotDependOnNamesOrDevice) {
  Workload renamed = two_tasks();
  renamed.name = "another";
  renamed.file = "another.yaml";
  renamed.tasks[0].name = "another";
  EXPECT_EQ(fingerprint_of(renamed), fingerprint_of(two_tasks()));
  Device slower = test::device_of_round_figures();
  slower.transfers[0][1].alone = {1e9};
  EXPECT_EQ(resolve(two_tasks(), slower).fingerprint, fingerprint_of(two_tasks()));
}

TEST(Fingerprint, DependsOnWhateverATaskSays) {
  std::set<std::uint64_t> seen{fingerprint_of(two_tasks())};
  const auto differs = [&](const auto& change) {
    Workload workload = two_tasks();
    change(workload.tasks);
    return seen.insert(fingerprint_of(workload)).second;
  };
  using Tasks = std::vector<Task>;
  EXPECT_TRUE(differs([](Tasks& tasks) { tasks[0].h2d->amount = Millis{1.5}; }));
  EXPECT_TRUE(differs([](Tasks& tasks) { tasks[0].h2d->amount = Bytes{1}; }));
  EXPECT_TRUE(differs([](Tasks& tasks) { tasks[0].h2d->latency = Millis{0.5}; }));
  EXPECT_TRUE(differs([](Tasks& tasks) { tasks[0].h2d->memory = Memory::pageable; }));
  EXPECT_TRUE(differs([](Tasks& tasks) { tasks[0].h2d.reset(); }));
  EXPECT_TRUE(differs([](Tasks& tasks) { tasks[0].d2h = tasks[0].h2d; }));
  EXPECT_TRUE(differs([](Tasks& tasks) { std::swap(tasks[0].h2d, tasks[0].d2h); }));
  EXPECT_TRUE(differs([](Tasks& tasks) { tasks[0].kernel->work = Millis{3}; }));
  EXPECT_TRUE(differs([](Tasks& tasks) { tasks[1].kernel->work = KernelCall{"add", 100}; }));
  EXPECT_TRUE(differs([](Tasks& tasks) { tasks[1].kernel->work = KernelCall{"scale", 101}; }));
  const KernelShape shape{.time = Millis{3}, .ctas = 64, .cta = {.threads = 32}};
  const auto described = [&](const auto& change) {
    return differs([&](Tasks& tasks) {
      KernelShape changed = shape;
      change(changed);
      tasks[0].kernel->work = changed;
    });
  };
  EXPECT_TRUE(described([](KernelShape&) {}));
  EXPECT_TRUE(described([](KernelShape& other) { other.time = Millis{4}; }));
  EXPECT_TRUE(described([](KernelShape& other) { other.ctas = 65; }));
  EXPECT_TRUE(described([](KernelShape& other) { other.cta.threads = 64; }));
  EXPECT_TRUE(described([](KernelShape& other) { other.cta.registers = 16; }));
  EXPECT_TRUE(described([](KernelShape& other) { other.cta.shared_memory = Bytes{16}; }));
  EXPECT_TRUE(described([](KernelShape& other) { other.category = Category::memory_bound; }));
  EXPECT_TRUE(described([](KernelShape& other) { other.use.compute = Utilization{0}; }));
  EXPECT_TRUE(described([](KernelShape& other) { other.use.memory = Utilization{0.5}; }));
  EXPECT_TRUE(differs([](Tasks& tasks) { tasks[0].release = Millis{1}; }));
  EXPECT_TRUE(differs([](Tasks& tasks) { tasks[0].weight = 2; }));
  EXPECT_TRUE(differs([](Tasks& tasks) { tasks[0].due = Millis{9}; }));
  EXPECT_TRUE(differs([](Tasks& tasks) { tasks[0].footprint = Bytes{9}; }));
  EXPECT_TRUE(differs([](Tasks& tasks) { tasks[0].family = "f"; }));
  EXPECT_TRUE(differs([](Tasks& tasks) { tasks[0].after = {{.task = "other"}}; }));
  EXPECT_TRUE(differs([](Tasks& tasks) { tasks[0].count = 2; }));
  EXPECT_TRUE(differs([](Tasks& tasks) { std::swap(tasks[0], tasks[1]); }));
}

TEST(Fingerprint, DependsOnWhateverAClientSays) {
  std::set<std::uint64_t> seen{fingerprint_of(two_tasks())};
  const auto differs = [&](const auto& change) {
    Workload workload = two_tasks();
    workload.clients = {.all = {{.name = "a", .tasks = {0, 1}, .arrivals = ArrivalsAtOnce{1}},
                                {.name = "b", .tasks = {1, 1}, .arrivals = ArrivalsAtOnce{1}}},
                        .horizon = Millis{1000}};
    change(workload.clients);
    return seen.insert(fingerprint_of(workload)).second;
  };
  using Set = ClientSet;
  EXPECT_TRUE(differs([](Set&) {}));
  EXPECT_TRUE(differs([](Set& set) { set.horizon = Millis{1001}; }));
  EXPECT_TRUE(differs([](Set& set) { set.all.pop_back(); }));
  EXPECT_TRUE(differs([](Set& set) { set.all[1].tasks.count = 0; }));
  EXPECT_TRUE(differs([](Set& set) { set.all[0].streams = 2; }));
  EXPECT_TRUE(differs([](Set& set) { set.all[0].kind = ClientClass::offline; }));
  EXPECT_TRUE(differs([](Set& set) { set.all[1].kind = ClientClass::offline; }));
  EXPECT_TRUE(differs([](Set& set) { set.all[0].priority = 1; }));
  EXPECT_TRUE(differs([](Set& set) { set.all[0].reservation = SmAmount{1}; }));
  EXPECT_TRUE(differs([](Set& set) { set.all[0].quota = SmAmount{1}; }));
  EXPECT_TRUE(differs([](Set& set) { set.all[0].credit = 1; }));
  EXPECT_TRUE(differs([](Set& set) { set.all[0].cpu_credit = 1; }));
  EXPECT_TRUE(differs([](Set& set) { set.all[0].arrivals = ArrivalsAtOnce{2}; }));
  for (const Arrivals& arrivals : std::vector<Arrivals>{
           PoissonArrivals{{1}}, PoissonArrivals{{2}}, PeriodicArrivals{Millis{1}, Millis{0}},
           PeriodicArrivals{Millis{1}, Millis{2}}, PeriodicArrivals{Millis{2}, Millis{0}},
           ClosedArrivals{1, Millis{0}, false}, ClosedArrivals{2, Millis{0}, false},
           ClosedArrivals{1, Millis{1}, false}, ClosedArrivals{1, Millis{1}, true}, RecordedArrivals{{Millis{1}}},
           RecordedArrivals{{Millis{1}, Millis{1}}}, RecordedArrivals{{Millis{1}, Millis{2}}}}) {
    EXPECT_TRUE(differs([&](Set& set) { set.all[0].arrivals = arrivals; })) << arrivals.index();
  }
  for (const Goal& goal :
       std::vector<Goal>{LatencyGoal{Millis{1}, 0.5}, LatencyGoal{Millis{1}, 0.9}, LatencyGoal{Millis{2}, 0.5},
                         RateGoal{{1}}, RateGoal{{2}}, SpeedGoal{1}, SpeedGoal{0.5}}) {
    EXPECT_TRUE(differs([&](Set& set) { set.all[0].goal = goal; })) << goal.index();
  }
  for (const Demand& demand :
       std::vector<Demand>{{{1, 1}}, {{1, 2}}, {{0.5, 1}, {0.5, 1}}, {{0.4, 1}, {0.6, 1}}, {{0.5, 1}, {0.5, 2}}}) {
    EXPECT_TRUE(differs([&](Set& set) { set.all[0].demand = demand; })) << demand.size();
  }
  EXPECT_FALSE(differs([](Set& set) { set.all[0].name = "another"; }));
}

TEST(Fingerprint, ARepeatedTaskIsAsManyTasksAlike) {
  Workload repeated = workload_of({task_of({.kernel = kernel_of(Millis{2})})});
  const Workload listed = workload_of(std::vector<Task>(3, repeated.tasks.front()));
  repeated.tasks.front().count = 3;
  EXPECT_EQ(fingerprint_of(repeated), fingerprint_of(listed));
}

TEST(Fingerprint, OfPartsOfAnInstanceFollowsFromWhichTasksTheyHold) {
  const Instance instance = resolve(two_tasks(), test::device_of_round_figures());
  const std::vector<Order> groups{{0}, {1}};
  const std::vector<Instance> parts = in_groups(instance, groups);
  EXPECT_NE(parts[0].fingerprint, parts[1].fingerprint);
  EXPECT_EQ(in_groups(instance, groups)[1].fingerprint, parts[1].fingerprint);
}

}  // namespace
}  // namespace warpshop
