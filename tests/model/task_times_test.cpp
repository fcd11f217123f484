#include <gtest/gtest.h>

#include "sim/model/job_times.hpp"

namespace warpshop {
namespace {

const Timeline& timeline() {
  static const Timeline timeline{.intervals = {{0, Stage::h2d, Millis{0}, Millis{2}},
                                               {1, Stage::kernel, Millis{0}, Millis{9}},
                                               {0, Stage::d2h, Millis{4}, Millis{5}}},
                                 .makespan = Millis{9}};
  return timeline;
}

TEST(TaskTimes, AreReleaseDueDateEndAndSlackOfEachTask) {
  const std::vector<Millis> releases{Millis{0}, Millis{3}};
  const std::vector<Millis> due{Millis{7}, kNoDueDate};
  const auto times = task_times(releases, due, timeline(), 2);
  ASSERT_EQ(times.size(), 2U);
  EXPECT_EQ(times[0].completion, Millis{5});
  EXPECT_EQ(times[0].slack(), Millis{2});
  EXPECT_FALSE(times[0].late());
  EXPECT_EQ(times[1].release, Millis{3});
  EXPECT_EQ(times[1].completion, Millis{9});
  EXPECT_FALSE(times[1].due || times[1].slack() || times[1].late());
  EXPECT_EQ(due_tasks(due), 1U);
}

TEST(TaskTimes, ATaskIsLateOnceItEndsClearlyAfterItsDueDate) {
  const auto late = [](double due) {
    return late_tasks(task_times({}, std::vector<Millis>{Millis{due}, Millis{9}}, timeline(), 2));
  };
  EXPECT_EQ(late(5), 0U);
  EXPECT_EQ(late(5 * (1 - 5e-10)), 0U) << "tied";
  EXPECT_EQ(late(5 * (1 - 5e-9)), 1U);
  EXPECT_EQ(late(0), 1U);
}

TEST(TaskTimes, OfNoDatesAreEndsAlone) {
  const auto times = task_times({}, {}, timeline(), 2);
  EXPECT_EQ(times[1].release, Millis{0});
  EXPECT_EQ(times[1].completion, Millis{9});
  EXPECT_EQ(late_tasks(times), 0U);
  EXPECT_EQ(due_tasks({}), 0U);
}

TEST(ReleasesOf, AreEmptyWhereAllTasksAreThereFromTheStart) {
  Instance instance;
  instance.jobs.resize(2);
  EXPECT_TRUE(releases_of(instance).empty());
  instance.jobs[1].release = Millis{4};
  EXPECT_EQ(releases_of(instance), (std::vector<Millis>{Millis{0}, Millis{4}}));
}

}  // namespace
}  // namespace warpshop
