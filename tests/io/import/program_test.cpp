#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sim/evaluate/evaluate.hpp"
#include "sim/io/import/import_trace.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/recorded_replay.hpp"
#include "sim/model/what_if.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/host_program.hpp"

namespace warpshop::test {
namespace {

[[maybe_unused]] const bool kCasesSet = set_cases(200);

using Kind = HostStep::Kind;

/// On which nothing slows anything down.
Device quiet_device() {
  Device device;
  device.name = "quiet";
  for (auto& memory : device.transfers) {
    for (TransferModel& transfer : memory) {
      transfer.latency = Millis{0};
      transfer.alone = transfer.mixed = BytesPerSecond{1e9};
    }
  }
  for (TransferModel& transfer : device.transfers[0]) {
    transfer.duplex = BytesPerSecond{1e9};
  }
  return device;
}

Workload imported(const RecordedTrace& trace) {
  return io::import_trace(trace, {.name = "program", .device_name = "quiet", .cut = {}, .gpu = {}}).workload;
}

Timeline replayed(const Workload& workload) {
  const Instance instance = resolve(workload, quiet_device());
  return evaluate::timeline(instance, {.order = recorded_order(workload), .submission = Submission::streams});
}

/// When the timeline ends, from the program's start; a recording counts from its first call that issues something.
double end_of(const RecordedTrace& trace) {
  std::chrono::nanoseconds end{0};
  for (const RecordedCommand& command : trace.commands) {
    end = std::max(end, command.end);
  }
  return Millis(end - trace.calls.front().start).count();
}

/// A program that begins with a launch, so that recordings count from the start of all.
rc::Gen<std::vector<HostStep>> program() {
  const auto step = rc::gen::apply(
      [](int kind, int time, int stream, int event, bool out) {
        constexpr std::array kKinds{Kind::think,       Kind::think,       Kind::kernel, Kind::kernel,
                                    Kind::kernel,      Kind::copy,        Kind::copy,   Kind::blocking_copy,
                                    Kind::sync_stream, Kind::sync_device, Kind::record, Kind::wait};
        return HostStep{.kind = kKinds[static_cast<std::size_t>(kind)],
                        .time = time,
                        .stream = stream,
                        .event = event,
                        .stage = out ? Stage::d2h : Stage::h2d};
      },
      rc::gen::inRange(0, 12), rc::gen::inRange(1, 40), rc::gen::inRange(1, 4), rc::gen::inRange(1, 3),
      rc::gen::arbitrary<bool>());
  return rc::gen::map(rc::gen::container<std::vector<HostStep>>(step), [](std::vector<HostStep> steps) {
    steps.insert(steps.begin(), {.kind = Kind::kernel, .time = 7, .stream = 1});
    return steps;
  });
}

void show_program(const std::vector<HostStep>& steps) {
  for (const HostStep& step : steps) {
    RC_LOG() << static_cast<int>(step.kind) << " time " << step.time << " stream " << step.stream << " event "
             << step.event << ' ' << name(step.stage) << '\n';
  }
}

RC_GTEST_PROP(ImportedProgram, ReplaysEveryCommandWhenItWasRecorded, ()) {
  const std::vector<HostStep> steps = *program();
  const RecordedTrace trace = run_program(steps).trace;
  show_program(steps);
  const Workload workload = imported(trace);
  const Timeline timeline = replayed(workload);
  for (const Interval& interval : timeline.intervals) {
    const RecordedTimes& recorded = *workload.tasks[interval.task].recorded;
    RC_LOG() << workload.tasks[interval.task].name << ' ' << interval.start.count() << " for " << recorded.start.count()
             << '\n';
    RC_ASSERT(std::abs((interval.start - recorded.start).count()) < 1e-9);
    RC_ASSERT(std::abs((interval.end - recorded.end).count()) < 1e-9);
  }
}

// The host waits for other things then, and everything comes later: only if what waits for what is right does it come
// when it would.
RC_GTEST_PROP(ImportedProgram, WithSlowerKernelsEndsWhenTheProgramWould, ()) {
  const std::vector<HostStep> steps = *program();
  show_program(steps);
  const ProgramRun slower = run_program(steps, 4);
  RC_PRE(!slower.tied);
  const Workload workload = changed(imported(run_program(steps).trace), {.compute = 0.25});
  RC_PRE(std::none_of(workload.tasks.begin(), workload.tasks.end(), [](const Task& task) {
    return task.after.size() >= 5;  // waits beyond these are left out
  }));
  RC_ASSERT(std::abs(replayed(workload).makespan.count() - end_of(slower.trace)) < 1e-9);
}

/// A loop around the same commands and thoughts, each of which takes up to a few per cent more or less every time; of
/// one stream, as else a microsecond decides which of two copies goes first.
std::vector<HostStep> loop(const std::vector<HostStep>& body, std::size_t times) {
  std::vector<HostStep> steps{{.kind = Kind::kernel, .time = 7, .stream = 1}};
  for (std::size_t i = 0; i < times; ++i) {
    for (HostStep step : body) {
      step.stream = 1;
      step.time = 40 + 5 * step.time;
      step.time += *rc::gen::inRange(-step.time / 33, step.time / 33 + 1);
      steps.push_back(step);
    }
    steps.push_back({.kind = Kind::sync_device});
    steps.push_back({.kind = Kind::think, .time = *rc::gen::inRange(97, 104)});
  }
  return steps;
}

/// What the profiler records of it, the loop's body marked as a step each time.
RecordedTrace steps_of(const std::vector<HostStep>& body, std::size_t times) {
  RecordedTrace trace = run_program(loop(body, times)).trace;
  const auto calls = static_cast<std::size_t>(std::count_if(
                         body.begin(), body.end(), [](const HostStep& step) { return step.kind != Kind::think; })) +
                     1;
  for (RecordedCommand& command : trace.commands) {  // the same copies each time
    command.bytes =
        Bytes{command.kind == CommandKind::kernel ? 0 : 1000 + static_cast<std::int64_t>(command.correlation % calls)};
  }
  trace.names.emplace_back("step");
  for (std::size_t first = 1; first < trace.calls.size(); first += calls) {
    trace.spans.push_back({.name = static_cast<std::uint32_t>(trace.names.size() - 1),
                           .start = trace.calls[first].start,
                           .end = trace.calls[first + calls - 1].end,
                           .thread = trace.calls[first].thread});
  }
  return trace;
}

RC_GTEST_PROP(ImportedProgram, StepsOfTheSecondHalfFollowFromTheLagsOfTheFirst, ()) {
  const std::vector<HostStep> body = *program();
  show_program(body);
  const io::ImportedTrace trace = io::import_trace(
      steps_of(body, 10), {.name = "loop", .device_name = "quiet", .cut = io::JobPattern("step"), .gpu = {}});
  const Workload workload = with_lags_of_first_half(trace.workload);
  const StepPrediction prediction = predicted_steps(replayed(workload), workload);
  RC_PRE(prediction.recorded_spread < 0.05);
  RC_ASSERT(prediction.unlike == 0U);
  RC_ASSERT(prediction.steps.size() == 5U);
  for (const PredictedStep& step : prediction.steps) {
    RC_LOG() << step.job << ' ' << step.predicted.count() << " for " << step.recorded.count() << '\n';
    RC_ASSERT(std::abs(step.predicted / step.recorded - 1) < 0.05);
  }
}

TEST(ImportedProgram, HostTimeGoesOnBesideTheGpuButNotWhileItWaits) {
  // The kernel runs from 2 to 42 us. The host thinks until 12, waits until 42, returns and thinks until 64.
  const std::vector<HostStep> steps{{.kind = Kind::kernel, .time = 40, .stream = 1},
                                    {.kind = Kind::think, .time = 10},
                                    {.kind = Kind::sync_device},
                                    {.kind = Kind::think, .time = 20},
                                    {.kind = Kind::kernel, .time = 5, .stream = 1}};
  const io::ImportedTrace trace =
      io::import_trace(run_program(steps).trace, {.name = "program", .device_name = "quiet", .cut = {}, .gpu = {}});
  ASSERT_EQ(trace.workload.tasks.size(), 2U);
  const Task& second = trace.workload.tasks[1];
  ASSERT_EQ(second.after.size(), 1U);
  EXPECT_EQ(second.after[0].task, trace.workload.tasks[0].name);
  EXPECT_NEAR(second.after[0].lag.count(), 0.024, 1e-12) << "20 us of thought and two calls";
  EXPECT_NEAR(trace.report.blocked.count(), 0.030, 1e-12) << "from 12 to 42 us";
  EXPECT_NEAR(trace.report.span.count(), 0.071, 1e-12);
  EXPECT_EQ(trace.report.jobs, 2U);
  EXPECT_NEAR(replayed(changed(trace.workload, {.compute = 10})).makespan.count(), 0.0365, 1e-12)
      << "the host, which never waits then, calls from 34 to 36 us";
}

}  // namespace
}  // namespace warpshop::test
