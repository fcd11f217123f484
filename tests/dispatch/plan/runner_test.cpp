#include "dispatch/plan/runner.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <set>
#include <span>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "dispatch/plan/realise.hpp"
#include "kernels/gpu/host/host_driver.hpp"
#include "sim/io/workload/read_workload.hpp"
#include "sim/model/error.hpp"
#include "tests/dispatch/host_profile.hpp"
#include "tests/support/virtual_driver.hpp"

namespace warpshop::dispatch {
namespace {

using test::host_device;
using test::host_profile;

Workload workload(const std::string& tasks) {
  std::istringstream text("schema: warpshop.workload/1\nname: test\ntasks:\n" + tasks);
  return realise(io::parse_workload(text, "test.yaml"), host_profile());
}

Workload shipped_four_tasks() {
  return realise(io::read_workload(WARPSHOP_SOURCE_DIR "/workloads/four-tasks.yaml"), host_profile());
}

/// Every engine served its stages in the order of the plan, one at a time, and every task's came one after another.
void expect_in_order(const Plan& plan, const Timeline& timeline) {
  std::array<Millis, 3> engine_end{};
  std::vector<Millis> task_end(plan.order.size());
  std::size_t i = 0;
  for (const std::uint32_t task : plan.order) {
    for (; i < timeline.intervals.size() && timeline.intervals[i].task == task; ++i) {
      const Interval& interval = timeline.intervals[i];
      EXPECT_LE(interval.start, interval.end);
      EXPECT_GE(interval.start, engine_end[index(interval.stage)]) << task << ' ' << name(interval.stage);
      EXPECT_GE(interval.start, task_end[task]) << task << ' ' << name(interval.stage);
      engine_end[index(interval.stage)] = task_end[task] = interval.end;
    }
  }
  EXPECT_EQ(i, timeline.intervals.size());
}

TEST(Realise, RefusesAReleaseThatNoClockCounts) {
  EXPECT_NO_THROW(workload("- {name: a, kernel: 1 us, release: 1e9 s}\n"));
  for (const std::string release : {"1.1e9 s", "9.3e9 s", "1e15 ms"}) {
    try {
      workload("- {name: a, kernel: 1 us}\n- {name: b, kernel: 1 us, release: " + release + "}\n");
      FAIL() << release << " was taken";
    } catch (const InputError& error) {
      EXPECT_STREQ(error.what(),
                   "test.yaml:5:3: the release of task 'b' is too late to be waited for, expected at most 1e9 s");
    }
  }
}

/// What is said of tasks that cannot be run.
std::string refusal(const std::string& tasks) {
  try {
    workload(tasks);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Realise, RefusesACopyAboveTheLargestThatIsRun) {
  EXPECT_EQ(refusal("- {name: a, kernel: 1 us}\n- {name: b, h2d: 1e11 s}\n"),
            "test.yaml:5:18: a copy of 100000000000000 ms is longer than 1 TiB, the most that is played, takes on "
            "device host, expected less");
  EXPECT_EQ(refusal("- {name: a, kernel: 1 us, d2h: 1025 GiB}\n"),
            "test.yaml:4:32: a copy of 1100585369600 B is larger than can be run, expected at most 1 TiB");
  EXPECT_EQ(refusal("- {name: a, kernel: 1 us, d2h: 1024 GiB}\n"), "");
}

TEST(Realise, PlaysADescribedKernelAsItsDuration) {
  const Workload described = workload("- {name: a, kernel: {time: 1 ms, ctas: 64, threads: 128}}\n");
  const Workload bare = workload("- {name: a, kernel: 1 ms}\n");
  const auto call = std::get<KernelCall>(described.tasks[0].kernel->work);
  EXPECT_EQ(call.name, "arithmetic");
  EXPECT_EQ(call.elements, std::get<KernelCall>(bare.tasks[0].kernel->work).elements);
  Workload given;
  given.tasks = {{.name = "a", .kernel = KernelSpec{.work = KernelShape{.time = Millis{1}}, .mark = {}}}};
  EXPECT_TRUE(given_durations(std::span(&given, 1)).kernels);
  EXPECT_FALSE(given_durations(std::span(&described, 1)).kernels);
}

TEST(Runner, NamesTheTaskForWhichThereIsNoHostMemory) {
  try {
    Workload large = workload("- {name: a, kernel: 1 us}\n- {name: b, h2d: 1 GiB}\n");
    large.tasks[1].h2d->amount = Bytes{std::int64_t{1} << 53};  // realise() takes less
    const Runner runner(host_device(), large, Check::no);
    FAIL() << "it was allocated";
  } catch (const DeviceError& error) {
    EXPECT_TRUE(std::string(error.what()).starts_with("test.yaml:5:3: task 'b': allocate ")) << error.what();
  }
}

TEST(Runner, RunsEveryOrderOfTheFourShippedTasksAsPlannedWithTheResultsOfTheCpu) {
  const Workload tasks = shipped_four_tasks();
  Runner runner(host_device(), tasks, Check::yes);
  Plan plan{.order = {0, 1, 2, 3}};
  do {
    const Repetition repetition = runner.run(plan, Check::yes);
    EXPECT_EQ(repetition.timeline.intervals.size(), 12U);
    EXPECT_TRUE(repetition.wrong.empty());
    EXPECT_TRUE(repetition.submission.has_value());
    expect_in_order(plan, repetition.timeline);
  } while (std::next_permutation(plan.order.begin(), plan.order.end()));
}

TEST(Runner, SubmitsMixedMemoryFromAThreadAnEngineInThePlansOrder) {
  Runner runner(host_device(),
                workload("  - {name: a, h2d: {bytes: 256 KiB, memory: pageable}, kernel: {name: vector_add, elements: "
                         "65536}, d2h: {bytes: 256 KiB, memory: pageable}}\n"
                         "  - {name: b, h2d: 256 KiB, kernel: {name: reduction, elements: 65536}}\n"
                         "  - {name: c, kernel: {name: vector_add, elements: 65536}, d2h: 128 KiB}\n"
                         "  - {name: d, h2d: 64 KiB, d2h: {bytes: 64 KiB, memory: pageable}}\n"),
                Check::yes);
  for (const Order& order : {Order{0, 1, 2, 3}, Order{3, 2, 1, 0}, Order{1, 3, 0, 2}}) {
    const Plan plan{.order = order};
    const Repetition repetition = runner.run(plan, Check::yes);
    EXPECT_TRUE(repetition.wrong.empty());
    EXPECT_FALSE(repetition.submission.has_value());
    expect_in_order(plan, repetition.timeline);
  }
}

TEST(Runner, KeepsReleaseTimes) {
  Runner runner(host_device(),
                workload("  - {name: a, h2d: 64 KiB, release: 5 ms}\n"
                         "  - {name: b, h2d: 64 KiB, kernel: {name: vector_add, elements: 4096}}\n"
                         "  - {name: c, d2h: 64 KiB, release: 20 ms}\n"),
                Check::no);
  for (const Submission submission : {Submission::ordered, Submission::streams}) {
    const Timeline timeline = runner.run({.order = {1, 0, 2}, .submission = submission}).timeline;
    for (const Interval& interval : timeline.intervals) {
      EXPECT_GE(interval.start.count(), interval.task == 0 ? 5.0 : interval.task == 2 ? 20.0 : 0.0);
    }
  }
}

TEST(ConcreteTasks, RepeatsAreReleasedAPeriodApart) {
  const auto tasks =
      concrete_tasks(workload("  - {name: frame, h2d: 64 KiB, release: 1 ms, count: 3, period: 33 ms}\n"), true);
  ASSERT_EQ(tasks.size(), 3U);
  EXPECT_EQ(tasks[0].release, Millis{1});
  EXPECT_EQ(tasks[1].release, Millis{34});
  EXPECT_EQ(tasks[2].release, Millis{67});
}

TEST(Runner, AGateHoldsItsCopyUntilTheOtherHasEnded) {
  Runner runner(host_device(),
                workload("  - {name: a, h2d: 64 KiB, d2h: 64 KiB}\n"
                         "  - {name: b, h2d: 512 KiB}\n"
                         "  - {name: c, h2d: 512 KiB, d2h: 64 KiB}\n"),
                Check::yes);
  const Repetition repetition = runner.run({.order = {0, 1, 2}, .gates = {{.d2h = 0, .h2d = 2}}}, Check::yes);
  EXPECT_TRUE(repetition.wrong.empty());
  const auto& intervals = repetition.timeline.intervals;
  ASSERT_EQ(intervals.size(), 5U);
  EXPECT_GE(intervals[1].start, intervals[3].end);
}

TEST(Runner, ARoundBeginsWhenTheOneBeforeItHasLeftTheMemoryOfTheDevice) {
  const Workload tasks = workload("  - {name: t, h2d: 256 KiB, d2h: 256 KiB, count: 4}\n");
  const gpu::host::Options room_for_two{.memory = Bytes{600 << 10}, .link = test::kFastLink};
  Runner runner(gpu::Device(std::make_shared<gpu::host::HostDriver>(room_for_two)), tasks, Check::yes);
  EXPECT_EQ(runner.footprint(0), Bytes{256 << 10});
  const Repetition repetition = runner.run({.order = {3, 1, 0, 2}, .rounds = {2, 2}}, Check::yes);
  EXPECT_TRUE(repetition.wrong.empty());
  const auto& intervals = repetition.timeline.intervals;
  ASSERT_EQ(intervals.size(), 8U);
  EXPECT_GE(intervals[4].start, std::max(intervals[1].end, intervals[3].end));
  try {
    runner.run({.order = {0, 1, 2, 3}});
    FAIL() << "four tasks fitted where there is room for two";
  } catch (const DeviceError& error) {
    EXPECT_NE(std::string(error.what()).find("4 tasks need 1 MiB of device memory together"), std::string::npos)
        << error.what();
  }
  EXPECT_TRUE(runner.run({.order = {0, 1}}, Check::yes).wrong.empty());
}

TEST(Runner, AGateInAnEarlierRoundIsOpen) {
  Runner runner(host_device(), workload("  - {name: t, h2d: 64 KiB, d2h: 64 KiB, count: 3}\n"), Check::yes);
  const Plan plan{.order = {0, 1, 2}, .gates = {{.d2h = 2, .h2d = 0}}, .rounds = {1, 2}};
  const Repetition repetition = runner.run(plan, Check::yes);
  EXPECT_TRUE(repetition.wrong.empty());
  EXPECT_EQ(repetition.timeline.intervals.size(), 6U);
}

TEST(Runner, FreeStreamsServeWhatIsReadyAndNotThePlansOrder) {
  // b has no kernel before its D2H, so nothing but the plan's order would hold it back behind a's. In virtual time both
  // are submitted at once: on a busy machine b could come when a has ended.
  Runner runner(test::VirtualDevice(test::kFastLink).device,
                workload("  - {name: a, h2d: 512 KiB, d2h: 64 KiB}\n"
                         "  - {name: b, d2h: 64 KiB}\n"),
                Check::yes);
  const auto start_of_b = [&](Submission submission) {
    const Repetition repetition = runner.run({.order = {0, 1}, .submission = submission}, Check::yes);
    EXPECT_TRUE(repetition.wrong.empty());
    return repetition.timeline.intervals[2].start - repetition.timeline.intervals[1].end;
  };
  EXPECT_GE(start_of_b(Submission::ordered), Millis{0});
  EXPECT_LT(start_of_b(Submission::streams), Millis{0});
}

/// Keeps which streams copies were submitted to, and which streams were told to wait for an event.
class WatchedDriver final : public test::VirtualDriver {
 public:
  void copy(gpu::StreamState* stream, std::byte* to, const std::byte* from, Bytes size, Direction direction,
            Memory memory) override {
    copies[index(direction)].insert(stream);
    VirtualDriver::copy(stream, to, from, size, direction, memory);
  }
  void wait(gpu::StreamState* stream, gpu::EventState* event) override {
    waits.insert(stream);
    VirtualDriver::wait(stream, event);
  }
  std::array<std::set<gpu::StreamState*>, 2> copies;
  std::set<gpu::StreamState*> waits;
};

TEST(Runner, NoCopyInOfAPlanWaitsForAnEvent) {
  // On an H100 a copy in that waits for an event stands behind the copy out of the task two before it.
  const auto driver = std::make_shared<WatchedDriver>();
  Runner runner(gpu::Device(driver), shipped_four_tasks(), Check::no);
  runner.run({.order = {0, 1, 2, 3}});  // loads the memory as well
  driver->copies = {};
  driver->waits.clear();
  runner.run({.order = {3, 1, 2, 0}});
  const auto& [in, out] = driver->copies;
  ASSERT_EQ(in.size(), 1U);
  EXPECT_EQ(out.size(), 1U);
  EXPECT_NE(in, out);
  EXPECT_EQ(driver->waits.count(*in.begin()), 0U);
  EXPECT_EQ(driver->waits.count(*out.begin()), 1U) << "it waits for kernels";
}

TEST(Runner, WrongResultsAreNamed) {
  const Workload tasks = workload(
      "  - {name: a, h2d: 64 KiB, kernel: {name: vector_add, elements: 8192}, d2h: 32 KiB}\n"
      "  - {name: b, h2d: 64 KiB, kernel: {name: vector_add, elements: 8192}}\n");
  const gpu::Device device = host_device();
  const gpu::Stream stream(device);
  for (const ConcreteTask& task : concrete_tasks(tasks, true)) {
    TaskMemory memory(device, task);
    memory.load(stream);
    memory.spoil(stream);
    EXPECT_FALSE(memory.correct(stream)) << "nothing has run";
    memory.submit(Stage::kernel, stream);
    EXPECT_FALSE(memory.correct(stream)) << "it ran without its input";
    for (const Stage stage : kStages) {
      if (task.stages()[index(stage)]) {
        EXPECT_FALSE(memory.correct(stream));
        memory.submit(stage, stream);
        stream.synchronize();
      }
    }
    EXPECT_TRUE(memory.correct(stream));
  }
}

TEST(Runner, AFailureSaysWhereItHappenedAndHangsNowhere) {
  const Workload tasks = workload(
      "  - {name: a, h2d: 64 KiB, kernel: {name: vector_add, elements: 8192}}\n"
      "  - {name: b, h2d: {bytes: 64 KiB, memory: pageable}, kernel: {name: vector_add, "
      "elements: 8192}, d2h: {bytes: 16 KiB, memory: pageable}}\n");
  for (const gpu::host::Faults& faults : {gpu::host::Faults{.failing_launch = 2}, gpu::host::Faults{.lost_at_copy = 3},
                                          gpu::host::Faults{.lost_at_launch = 1}}) {
    for (const Submission submission : {Submission::ordered, Submission::streams}) {
      Runner runner(host_device(faults), tasks, Check::no);
      try {
        runner.run({.order = {0, 1}, .submission = submission});
        FAIL() << "nothing failed";
      } catch (const DeviceError& error) {
        const std::string what = error.what();
        EXPECT_TRUE(what.starts_with("task ") || what.starts_with("while the plan ran: ")) << what;
      }
    }
  }
}

/// Of a timeline: when the last stage of a task ended, and when its first one started.
Millis end_of(const Timeline& timeline, std::uint32_t task) {
  Millis end{0};
  for (const Interval& interval : timeline.intervals) {
    end = interval.task == task ? std::max(end, interval.end) : end;
  }
  return end;
}
Millis start_of(const Timeline& timeline, std::uint32_t task) {
  const auto first = std::find_if(timeline.intervals.begin(), timeline.intervals.end(),
                                  [&](const Interval& interval) { return interval.task == task; });
  return first->start;
}

constexpr const char* kChain =
    "  - {name: c, h2d: 64 KiB, kernel: {name: vector_add, elements: 4096}, d2h: 16 KiB, after: [a, b]}\n"
    "  - {name: a, h2d: 128 KiB, kernel: {name: vector_add, elements: 4096}, d2h: 256 KiB, count: 2}\n"
    "  - {name: b, h2d: 64 KiB, kernel: {name: vector_add, elements: 4096}}\n"
    "  - {name: d, h2d: 256 KiB, after: c}\n";  // c is 0, a is 1 and 2, b is 3, d is 4

void expect_precedence(const Timeline& timeline) {
  for (const std::uint32_t before : {1U, 2U, 3U}) {
    EXPECT_GE(start_of(timeline, 0), end_of(timeline, before)) << before;
  }
  EXPECT_GE(start_of(timeline, 4), end_of(timeline, 0));
}

TEST(Runner, StartsATaskWhenThoseHaveEndedThatItComesAfter) {
  Runner runner(test::VirtualDevice().device, workload(kChain), Check::no);
  for (const Order& order : {Order{1, 2, 3, 0, 4}, Order{3, 2, 1, 0, 4}, Order{2, 3, 1, 0, 4}}) {
    for (int repetition = 0; repetition < 2; ++repetition) {  // the second one finds the events of the first
      const Plan plan{.order = order};
      const Timeline timeline = runner.run(plan).timeline;
      expect_in_order(plan, timeline);
      expect_precedence(timeline);
    }
  }
}

TEST(Runner, HonoursAfterInFreeStreamsInWhateverOrderTheyAreSubmitted) {
  Runner runner(test::VirtualDevice().device, workload(kChain), Check::no);
  for (const Order& order : {Order{0, 1, 2, 3, 4}, Order{4, 0, 3, 2, 1}, Order{1, 2, 3, 0, 4}}) {
    for (int repetition = 0; repetition < 2; ++repetition) {
      expect_precedence(runner.run({.order = order, .submission = Submission::streams}).timeline);
    }
  }
}

TEST(Runner, HonoursAfterWhereThreadsSubmit) {
  Runner runner(
      host_device(),
      workload("  - {name: b, h2d: {bytes: 64 KiB, memory: pageable}, d2h: {bytes: 16 KiB, memory: pageable}, "
               "after: a}\n"
               "  - {name: a, h2d: 64 KiB, kernel: {name: vector_add, elements: 4096}, d2h: {bytes: 64 KiB, "
               "memory: pageable}}\n"),
      Check::yes);
  for (int repetition = 0; repetition < 3; ++repetition) {
    for (const Plan& plan : {Plan{.order = {1, 0}}, Plan{.order = {0, 1}, .submission = Submission::streams}}) {
      const Repetition run = runner.run(plan, Check::yes);
      EXPECT_TRUE(run.wrong.empty());
      EXPECT_GE(start_of(run.timeline, 0), end_of(run.timeline, 1));
    }
  }
}

TEST(Runner, StartsNoSoonerThanALagAfterAnotherHasEnded) {
  Runner runner(host_device(),
                workload("  - {name: b, kernel: {name: vector_add, elements: 4096}, after: {task: a, lag: 30 ms}}\n"
                         "  - {name: a, h2d: 64 KiB, kernel: {name: vector_add, elements: 4096}}\n"
                         "  - {name: c, kernel: {name: vector_add, elements: 4096}, after: a}\n"),
                Check::no);
  for (const Plan& plan : {Plan{.order = {1, 2, 0}}, Plan{.order = {0, 1, 2}, .submission = Submission::streams}}) {
    const Timeline timeline = runner.run(plan).timeline;
    EXPECT_GE(start_of(timeline, 0), end_of(timeline, 1) + Millis{30});
    EXPECT_GE(start_of(timeline, 2), end_of(timeline, 1));
    EXPECT_LT(start_of(timeline, 2), start_of(timeline, 0)) << "it has no lag";
  }
}

TEST(Runner, OneThreadIssuesNothingBesideACopyThatHoldsItUp) {
  Workload tasks = workload(
      "  - {name: a, h2d: 64 KiB, kernel: {name: vector_add, elements: 8192}, d2h: {bytes: 32 KiB, memory: pageable}}\n"
      "  - {name: b, h2d: 64 KiB, kernel: {name: vector_add, elements: 8192}, d2h: 32 KiB}\n");
  tasks.submit = Submit::one_thread;
  const Plan plan{.order = {0, 1}};
  const Timeline depth_first = Runner(host_device(), tasks, Check::no).run(plan).timeline;
  EXPECT_GE(start_of(depth_first, 1), end_of(depth_first, 0));
  tasks.issue = IssueOrder::breadth_first;
  const Repetition breadth_first = Runner(host_device(), tasks, Check::yes).run(plan, Check::yes);
  EXPECT_TRUE(breadth_first.wrong.empty());
  EXPECT_LT(start_of(breadth_first.timeline, 1), end_of(breadth_first.timeline, 0));
}

}  // namespace
}  // namespace warpshop::dispatch
