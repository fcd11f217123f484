#include <span>

#include <gtest/gtest.h>

#include "sim/files/device_store.hpp"
#include "sim/study/compare.hpp"
#include "sim/study/policy_choice.hpp"
#include "sim/study/recorded_order.hpp"
#include "tests/study/fast_engine.hpp"

namespace warpshop::study {
namespace {

/// Two kernels of 4 ms of one stream, recorded to end at some time.
Workload recorded_kernels(Millis end) {
  Workload workload{.name = "recorded", .file = "recorded.yaml", .recorded_on = "k20c", .tasks = {}};
  for (const char* name : {"a", "b"}) {
    Task task{.name = name, .recorded = RecordedTimes{Millis{0}, end, 1}};
    task.kernel = KernelSpec{.work = Millis{4}, .mark = {}};
    workload.tasks.push_back(task);
  }
  return workload;
}

Comparison compare_recorded(Millis end) {
  const Workload workload = recorded_kernels(end);
  const Device device = files::find_device("k20c");
  Problem problem = make_problem(workload, device);
  problem.recorded = recorded_makespan(problem, workload, std::span(&device, 1));
  const ComparisonSettings settings{
      .device = "k20c", .engine = test::fast_engine(), .options = {}, .jobs = 1, .timing = false};
  return compare(problem, choose_policies({"best", "fifo"}, workload).chosen, settings,
                 [](const std::string& /*text*/) {});
}

TEST(RecordedMakespan, OfARecordingProvesNothingThatTheRecordingRefutes) {
  const Comparison close = compare_recorded(Millis{8.1});
  EXPECT_EQ(close.recorded->predicted, Millis{8});
  EXPECT_EQ(close.lower_bound, Millis{8});
  EXPECT_TRUE(close.results[0].proven_optimal);
  const Comparison less = compare_recorded(Millis{7.9});
  EXPECT_TRUE(less.recorded->is_close());
  EXPECT_EQ(less.lower_bound, Millis{7.9}) << "which was recorded";
  EXPECT_FALSE(less.results[0].proven_optimal);
  const Comparison off = compare_recorded(Millis{9});
  EXPECT_FALSE(off.recorded->is_close());
  EXPECT_FALSE(off.results[0].proven_optimal) << "by a model that is off by 11 %";
}

// Steps of 2 and 6 ms that the model puts at 4 each: all is as long as recorded, no step is.
TEST(RecordedMakespan, StepsThatAreOffMakeItNoneToTrust) {
  Workload workload = recorded_kernels(Millis{8});
  workload.tasks[0].recorded->end = workload.tasks[1].recorded->start = Millis{2};
  workload.tasks[0].job = "first";
  workload.tasks[1].job = "second";
  workload.tasks[1].after = {{"a", Millis{0}}};
  const Device device = files::find_device("k20c");
  const Problem problem = make_problem(workload, device);
  const auto off = recorded_makespan(problem, workload, std::span(&device, 1));
  EXPECT_NEAR(off->error(), 0, 1e-12);
  ASSERT_TRUE(off->steps);
  EXPECT_EQ(off->steps->steps, 2U);
  EXPECT_NEAR(off->steps->worst, 1, 1e-12);
  EXPECT_NEAR(off->steps->median, (1 + 1.0 / 3) / 2, 1e-12);
  EXPECT_FALSE(off->is_close());
  EXPECT_FALSE(off->admits_proof(Millis{8}));
  workload.tasks[1].job = "first";
  EXPECT_FALSE(recorded_makespan(problem, workload, std::span(&device, 1))->steps) << "one step is the whole";
}

TEST(RecordedMakespan, IsOfTheDeviceOfTheRecordingAlone) {
  const Workload workload = recorded_kernels(Millis{8});
  Device device = files::find_device("k20c");
  device.name = "other";
  EXPECT_FALSE(recorded_makespan(make_problem(workload, device), workload, std::span(&device, 1)));
}

}  // namespace
}  // namespace warpshop::study
