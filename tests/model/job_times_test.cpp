#include "sim/model/job_times.hpp"

#include <gtest/gtest.h>

namespace warpshop {
namespace {

Task task(const char* name, const char* job, std::uint32_t count = 1) {
  Task task;
  task.name = name;
  task.kernel = KernelSpec{Millis{1}, {}};
  task.job = job;
  task.count = count;
  return task;
}

TEST(JobTimes, AreFirstStartLastEndAndSlackOfEachJob) {
  Workload workload;
  workload.tasks = {task("a", "late", 2), task("b", ""), task("c", "early"), task("d", "late")};
  workload.jobs = {{.name = "late", .due = Millis{7}, .mark = {}}};
  const std::vector<JobTasks> jobs = jobs_of(workload);
  ASSERT_EQ(jobs.size(), 2U);
  EXPECT_EQ(jobs[0].tasks, (std::vector<std::uint32_t>{0, 1, 4}));
  EXPECT_EQ(jobs[1].tasks, (std::vector<std::uint32_t>{3}));
  Timeline timeline;
  for (const std::uint32_t position : {4U, 3U, 2U, 1U, 0U}) {
    timeline.intervals.push_back({position, Stage::kernel, Millis{4.0 - position}, Millis{9.0 - position}});
  }
  timeline.makespan = Millis{9};
  const std::vector<JobTimes> times = job_times(jobs, timeline);
  ASSERT_EQ(times.size(), 2U);
  EXPECT_EQ(times[0].name, "late");
  EXPECT_EQ(times[0].tasks, 3U);
  EXPECT_EQ(times[0].start, Millis{0});
  EXPECT_EQ(times[0].completion, Millis{9});
  EXPECT_EQ(times[0].slack(), Millis{-2});
  EXPECT_TRUE(times[0].late());
  EXPECT_EQ(times[1].start, Millis{1});
  EXPECT_EQ(times[1].completion, Millis{6});
  EXPECT_FALSE(times[1].due || times[1].slack() || times[1].late());
}

}  // namespace
}  // namespace warpshop
