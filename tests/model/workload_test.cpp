#include "sim/model/workload.hpp"

#include <gtest/gtest.h>

#include "sim/model/fields.hpp"

namespace warpshop {
namespace {

Task named(const std::string& name, std::uint32_t count = 1) {
  Task task;
  task.name = name;
  task.count = count;
  return task;
}

Workload workload_with(std::vector<Task> tasks) {
  return {.name = "workload", .file = "workload.yaml", .tasks = std::move(tasks)};
}

/// What first_use says of all fields: `field of task`.
std::string use_in(const Workload& workload) {
  const auto used = first_use(workload, {Field::weight, Field::due, Field::after, Field::family, Field::footprint});
  return used ? std::string(used->field) + " of " + used->task->name : "";
}

TEST(Workload, SizeCountsRepeats) {
  EXPECT_EQ(workload_with({}).size(), 0U);
  EXPECT_EQ(workload_with({named("a"), named("b", 3), named("c")}).size(), 5U);
  EXPECT_EQ(workload_with({named("a", 4'000'000'000U), named("b", 4'000'000'000U)}).size(), 8'000'000'000U);
}

TEST(TaskNames, NumberRepeatsFromOneAndLeaveSingleTasksAlone) {
  const std::vector<std::string> expected{"a", "b#1", "b#2", "b#3", "c"};
  EXPECT_EQ(task_names(workload_with({named("a"), named("b", 3), named("c")})), expected);
}

TEST(Period, IsBetweenTheReleasesAndTheDueDatesOfRepeats) {
  Task task = named("frame", 3);
  task.release = Millis{2};
  task.due = Millis{20};
  task.period = Millis{33};
  EXPECT_EQ(release_of(task, 0), Millis{2});
  EXPECT_EQ(release_of(task, 2), Millis{68});
  EXPECT_EQ(due_of(task, 0), Millis{20});
  EXPECT_EQ(due_of(task, 2), Millis{86});
  task.due.reset();
  EXPECT_EQ(due_of(task, 2), std::nullopt);
}

TEST(FirstUse, NamesTheFieldAndTheTaskThatUsesIt) {
  Task after = named("b");
  after.after = {{.task = "a"}};
  Task due = named("c");
  due.due = Millis{0};
  Task family = named("d");
  family.family = "context";
  Task footprint = named("e");
  footprint.footprint = Bytes{0};
  Task weight = named("f");
  weight.weight = 2;
  EXPECT_EQ(use_in(workload_with({named("a")})), "");
  EXPECT_EQ(use_in(workload_with({named("a"), after})), "after of b");
  EXPECT_EQ(use_in(workload_with({named("a"), due})), "due of c");
  EXPECT_EQ(use_in(workload_with({named("a"), family})), "family of d");
  EXPECT_EQ(use_in(workload_with({named("a"), footprint})), "footprint of e");
  EXPECT_EQ(use_in(workload_with({named("a"), weight})), "weight of f");
  EXPECT_EQ(use_in(workload_with({named("a"), footprint, after})), "footprint of e");
}

TEST(FirstUse, LooksOnlyForTheFieldsAskedFor) {
  Task task = named("a");
  task.release = Millis{5};
  task.weight = 2;
  EXPECT_FALSE(first_use(workload_with({task}), {Field::due, Field::after}));
}

}  // namespace
}  // namespace warpshop
