#include "sim/study/workload_notes.hpp"

#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/files/device_store.hpp"
#include "tests/support/reference.hpp"

namespace warpshop::study {
namespace {

std::vector<std::string> lines_of(const std::vector<Note>& notes) {
  std::vector<std::string> texts;
  for (const Note& note : notes) {
    texts.push_back(note.line());
  }
  return texts;
}

TEST(LeftOutNotes, NamePoliciesWithTheSameReasonInOneNote) {
  const std::vector<SkippedPolicy> policies{{.policy = "best", .limit = 10, .can_be_named = true},
                                            {.policy = "mps", .reason = "policy mps: no two kernels can share"},
                                            {.policy = "smk", .reason = "policy smk: no two kernels can share"}};
  EXPECT_EQ(lines_of(left_out_notes("jobs", policies)),
            (std::vector<std::string>{"jobs: best is left out beyond 10 tasks; --policy best runs it",
                                      "jobs: mps, smk are left out: no two kernels can share"}));
}

TEST(LimitNotes, TellOfMpsLimitsOnADeviceThatHasNone) {
  const std::vector<NamedPolicy> policies{named_policy("fifo"), named_policy("mps:60/40"), named_policy("mps")};
  Device device = files::find_device("titanx");
  ASSERT_EQ(device.compute_capability, (ComputeCapability{6, 1}));
  const std::vector<std::string> expected{
      "mps sets limits of MPS, which need compute capability 7.0: titanx has 6.1, so they cannot be set there; MPS "
      "without limits is leftover"};
  EXPECT_EQ(lines_of(limit_notes(policies, std::span(&device, 1))), expected);
  EXPECT_TRUE(limit_notes({named_policy("leftover"), named_policy("best")}, std::span(&device, 1)).empty());
  device.compute_capability = kMpsLimits;
  EXPECT_TRUE(limit_notes(policies, std::span(&device, 1)).empty());
  device.compute_capability.reset();
  EXPECT_TRUE(limit_notes(policies, std::span(&device, 1)).empty());
}

TEST(LateReleaseNotes, AreOfKernelsOfFewInstants) {
  Workload workload = test::shipped_workload("four-tasks.yaml");
  EXPECT_TRUE(late_release_notes(workload).empty());
  Task& task = workload.tasks[1];
  task.release = Millis{1e8};
  task.kernel->work = Millis{200};
  EXPECT_TRUE(late_release_notes(workload).empty());
  task.kernel->work = Millis{50};
  const std::vector<std::string> lines = lines_of(late_release_notes(workload));
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_NE(lines[0].find("is released so late that what happens within 0.1 ms is decided together, and its kernel "
                          "takes 50 ms: policies may decide otherwise than at the start"),
            std::string::npos);
}

TEST(LateArrivalNotes, CountThoseThatAreLeftOut) {
  Workload workload{.name = "w", .file = "w.yaml", .tasks = {}};
  workload.clients.horizon = Millis{10};
  workload.clients.all = {{.name = "a", .arrivals = RecordedArrivals{{Millis{1}, Millis{9}}}, .mark = {3, 5}}};
  EXPECT_TRUE(late_arrival_notes(workload).empty());
  workload.clients.all[0].arrivals = RecordedArrivals{{Millis{1}, Millis{10}, Millis{11}}};
  EXPECT_EQ(lines_of(late_arrival_notes(workload)),
            std::vector<std::string>{
                "w.yaml:3:5: 2 of 3 recorded arrivals of 'a' come when the horizon is over: they are left out"});
}

TEST(KernelTimeNotes, AreOfTimesThatAreTakenForThoseOfSeveralGpus) {
  const Workload workload = test::shipped_workload("four-tasks.yaml");
  std::vector<Device> devices{files::find_device("k20c")};
  EXPECT_TRUE(kernel_time_notes(workload, devices, 1).empty());
  devices.push_back(files::find_device("k20c"));
  EXPECT_TRUE(kernel_time_notes(workload, devices, 1).empty());
  devices.push_back(files::find_device("titanx"));
  EXPECT_TRUE(kernel_time_notes(workload, devices, 2).empty());
  EXPECT_EQ(lines_of(kernel_time_notes(workload, devices, 1)),
            std::vector<std::string>{"kernels take their `time` on each of these GPUs, whichever it was measured on"});
}

TEST(DueNotes, AreOfPlansThatIgnoreDueDatesAndSaidOnce) {
  Workload workload = test::shipped_workload("four-tasks.yaml");
  EXPECT_TRUE(due_notes(std::span(&workload, 1)).empty());
  workload.tasks.front().due = Millis{10};
  EXPECT_TRUE(due_notes(std::span(&workload, 1), Objective::lateness).empty());
  const std::vector<Note> notes = due_notes(std::span(&workload, 1), Objective::makespan);
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_TRUE(notes.front().once);
  EXPECT_EQ(due_notes(std::span(&workload, 1)).front().line(),
            "'due' is ignored: this command plans for the makespan alone");
}

TEST(ProfileNotes, TellOfSettingsThatAWorkloadOfDurationsCannotFeel) {
  const Workload workload = test::shipped_workload("four-tasks.yaml");
  const Device device = files::find_device("k20c");
  const SetDevices devices{.name = "k20c",
                           .devices = {device},
                           .set = {"transfer.pinned.h2d.latency=8us"},
                           .settings = {{.path = "transfer.pinned.h2d.latency", .value = "8us"}},
                           .without = {{device}}};
  EXPECT_EQ(lines_of(profile_notes(workload, devices, "four tasks",
                                   [&](std::span<const Device> on) { return resolve(workload, on); })),
            std::vector<std::string>{"four tasks: --set transfer.pinned.h2d.latency=8us changes nothing: no task needs "
                                     "the value; stages given as durations stay as long"});
}

}  // namespace
}  // namespace warpshop::study
