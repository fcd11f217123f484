#include <gtest/gtest.h>

#include "sim/model/fields.hpp"
#include "sim/model/instance.hpp"
#include "tests/model/device_and_workload.hpp"

namespace warpshop {
namespace {

Task kernel_task(const std::string& name, std::uint32_t count = 1) {
  Task task = test::task_of({.kernel = test::kernel_of(Millis{1})});
  task.name = name;
  task.count = count;
  task.mark = {.line = 5, .column = 3};
  return task;
}

Device device() {
  Device device = test::device_of_round_figures();
  device.memory_size = Bytes{100};
  device.context_switch = Millis{0.5};
  return device;
}

std::string error_of_task(Task task, const Device& on) {
  try {
    resolve(test::workload_of({std::move(task)}), on);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(ResolveFields, ListsAreEmptyWhereNoTaskUsesTheField) {
  const Instance instance = resolve(test::workload_of({kernel_task("a", 3)}), device());
  EXPECT_TRUE(instance.weights.empty() && instance.due.empty() && instance.precedence.empty());
  EXPECT_TRUE(instance.families.empty() && instance.footprints.empty());
  EXPECT_EQ(instance.weight(2), 1);
  EXPECT_EQ(instance.due_date(2), kNoDueDate);
}

TEST(ResolveFields, RepeatsHaveWhatTheirTaskHas) {
  Task a = kernel_task("a", 2);
  a.weight = 3;
  a.due = Millis{7};
  a.family = "x";
  a.footprint = Bytes{40};
  Task b = kernel_task("b");
  b.family = "y";
  const Instance instance = resolve(test::workload_of({a, b}), device());
  EXPECT_EQ(instance.weights, (std::vector<double>{3, 3, 1}));
  EXPECT_EQ(instance.due, (std::vector<Millis>{Millis{7}, Millis{7}, kNoDueDate}));
  EXPECT_EQ(instance.families, (std::vector<std::uint32_t>{1, 1, 2}));
  EXPECT_EQ(instance.family_setup, Millis{0.5});
  EXPECT_EQ(instance.footprints, (std::vector<Bytes>{{40}, {40}, {0}}));
  EXPECT_EQ(instance.memory, Bytes{100});
}

TEST(ResolveFields, OnTheDeviceOfARecordingAGapIsNoLongerThanItWasThere) {
  Device on = device();
  on.gaps = StreamGaps{.kernel_kernel = Millis{4}};
  Task first = kernel_task("first");
  first.recorded = RecordedTimes{Millis{0}, Millis{1}, 1};
  Task second = kernel_task("second");
  second.after = {{"first", Millis{0}}};
  second.recorded = RecordedTimes{Millis{3}, Millis{4}, 1};
  Workload workload = test::workload_of({first, second});
  EXPECT_EQ(resolve(workload, on).precedence[0].lag, Millis{4}) << "recorded elsewhere";
  workload.recorded_on = on.name;
  EXPECT_EQ(resolve(workload, on).precedence[0].lag, Millis{2});
  workload.tasks[1].recorded->start = Millis{9};
  EXPECT_EQ(resolve(workload, on).precedence[0].lag, Millis{4}) << "the host took the rest";
}

TEST(ResolveFields, RepeatsAreReleasedAndDueAPeriodApart) {
  Task frame = kernel_task("frame", 3);
  frame.release = Millis{1};
  frame.due = Millis{7};
  frame.period = Millis{33};
  const Instance instance = resolve(test::workload_of({frame, kernel_task("other")}), device());
  EXPECT_EQ(instance.due, (std::vector<Millis>{Millis{7}, Millis{40}, Millis{73}, kNoDueDate}));
  ASSERT_EQ(instance.size(), 4U);
  EXPECT_EQ(instance.jobs[0].release, Millis{1});
  EXPECT_EQ(instance.jobs[1].release, Millis{34});
  EXPECT_EQ(instance.jobs[2].release, Millis{67});
  EXPECT_EQ(instance.jobs[3].release, Millis{0});
}

TEST(ResolveFields, EveryRepeatWaitsForEveryRepeat) {
  Task b = kernel_task("b", 2);
  b.after = {{.task = "a"}};
  const Instance instance = resolve(test::workload_of({kernel_task("a", 2), b}), device());
  EXPECT_EQ(instance.precedence, (std::vector<Precedence>{{0, 2}, {0, 3}, {1, 2}, {1, 3}}));
}

TEST(ResolveFields, AJobIsDueWithEachOfItsTasksAndWeighsAtItsLast) {
  Task b = kernel_task("b");
  b.after = {{.task = "a"}};
  b.due = Millis{3};
  Workload workload = test::workload_of({kernel_task("a"), b, kernel_task("c")});
  workload.tasks[0].job = workload.tasks[1].job = "step";
  workload.jobs = {{.name = "step", .weight = 4, .due = Millis{5}, .mark = {}}};
  const Instance instance = resolve(workload, device());
  EXPECT_EQ(instance.due, (std::vector<Millis>{Millis{5}, Millis{3}, kNoDueDate}));
  EXPECT_EQ(instance.weights, (std::vector<double>{1, 5, 1}));
  workload.tasks[2].job = "step";  // which nothing of it comes after, as nothing comes after b
  EXPECT_THROW(resolve(workload, device()), InputError);
  workload.jobs[0].weight = 0;
  EXPECT_EQ(resolve(workload, device()).weights, std::vector<double>{});
}

TEST(ResolveFields, FootprintsOfJobsFitTogetherBesideTheLargestTask) {
  Workload workload = test::workload_of({kernel_task("a"), kernel_task("b", 2), kernel_task("c")});
  workload.tasks[0].footprint = Bytes{40};
  workload.tasks[0].job = "first";
  workload.tasks[1].job = "second";
  workload.jobs = {{.name = "second", .footprint = Bytes{10}, .mark = {7, 5}},
                   {.name = "first", .footprint = Bytes{50}, .mark = {8, 5}}};
  const Instance instance = resolve(workload, device());
  EXPECT_EQ(instance.footprint_job, (std::vector<std::uint32_t>{2, 1, 1, 0}));
  EXPECT_EQ(instance.job_footprints, (std::vector<Bytes>{{10}, {50}}));
  workload.jobs[1].footprint = Bytes{51};
  try {
    resolve(workload, device());
    FAIL() << "40 + 10 + 51 B of 100";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "jobs.yaml:8:5: job 'first' needs 51 B of device memory, expected at most the 50 B that the jobs "
                 "before it and the largest task leave of the 100 B of device round");
  }
  EXPECT_THROW(resolve(workload, test::device_of_round_figures()), InputError) << "no memory.size";
  EXPECT_EQ(first_use(workload, {Field::footprint})->task->name, "a");
  workload.tasks[0].footprint.reset();
  workload.tasks[0].job.clear();
  EXPECT_EQ(first_use(workload, {Field::footprint})->task->name, "b");
}

TEST(ResolveFields, ALagIsAtLeastTheGapOfTheStream) {
  Task b = kernel_task("b");
  b.after = {{.task = "a", .lag = Millis{2}}};
  Task c = kernel_task("c");
  c.after = {{.task = "b"}};
  Device with_gaps = device();
  with_gaps.gaps = StreamGaps{.kernel_kernel = Millis{0.5}, .copy_kernel = Millis{7}, .kernel_copy = Millis{8}};
  const Instance instance = resolve(test::workload_of({kernel_task("a"), b, c}), with_gaps);
  EXPECT_EQ(instance.precedence, (std::vector<Precedence>{{0, 1, Millis{2}, true}, {1, 2, Millis{0.5}, false}}));
}

TEST(ResolveFields, TheProfileHasToSayWhatIsNeeded) {
  Task task = kernel_task("a");
  task.family = "x";
  EXPECT_EQ(error_of_task(task, device()), "");
  EXPECT_EQ(error_of_task(task, test::device_of_round_figures()), "") << "an assumed range stands in";
  task = kernel_task("a");
  task.footprint = Bytes{101};
  EXPECT_EQ(error_of_task(task, test::device_of_round_figures()),
            "jobs.yaml:5:3: task 'a' has a footprint, but the profile of device round has no memory.size, expected a "
            "profile that has one, or --set memory.size=...");
  EXPECT_EQ(error_of_task(task, device()),
            "jobs.yaml:5:3: task 'a' needs 101 B of device memory, expected at most the 100 B of device round");
}

TEST(ResolveFields, PairsOfRepeatsAreLimited) {
  Task b = kernel_task("b", 4000);
  b.after = {{.task = "a"}};
  try {
    resolve(test::workload_of({kernel_task("a", 4000), b}), device());
    FAIL() << "16 million pairs";
  } catch (const InputError& error) {
    EXPECT_STREQ(
        error.what(),
        "jobs.yaml:5:3: 'after' stands for more than 10000000 pairs of tasks, repeats expanded, expected fewer");
  }
}

}  // namespace
}  // namespace warpshop
