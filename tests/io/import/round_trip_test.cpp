#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sim/evaluate/evaluate.hpp"
#include "sim/io/import/import_trace.hpp"
#include "sim/io/import/read_torch_trace.hpp"
#include "sim/io/json/kineto_trace.hpp"
#include "sim/report/timeline_drawing.hpp"
#include "tests/support/instances.hpp"

namespace warpshop::test {
namespace {

constexpr double kNanosecond = 1e-6;

Stage stage_of(const Task& task) {
  return task.h2d ? Stage::h2d : task.kernel ? Stage::kernel : Stage::d2h;
}

Millis time_of(const Task& task) {
  return task.kernel ? *given_time(*task.kernel) : std::get<Millis>((task.h2d ? task.h2d : task.d2h)->amount);
}

// A timeline in the form of the PyTorch profiler, imported again: the same commands, of the same tasks, that wait for
// the same, and take as long, whatever runs beside them.
RC_GTEST_PROP(RoundTrip, ATimelineInKinetosFormGivesTheSameTasks, ()) {
  Instance drawn = *instance({.missing = true, .pageable = false}, 8);
  drawn.rates = all_rates()[3];  // 1: copies take as long beside others as alone
  double unlike = *rc::gen::inRange(1, 1000) * 1e-3;
  for (Job& job : drawn.jobs) {  // no two durations are alike, so that each command is known again
    job.copies[0].payload = Millis{unlike += 0.013};
    job.kernel = Millis{unlike += 0.029};
    job.copies[1].payload = Millis{unlike += 0.017};
  }
  Simulation simulation;
  simulation.workload = "drawn";
  simulation.device = "box";
  simulation.plan = {.order = order_of(drawn.size()), .submission = Submission::streams};
  simulation.timeline = evaluate::timeline(drawn, simulation.plan);
  for (std::uint32_t task = 0; task < drawn.size(); ++task) {
    simulation.task_names.push_back("task" + std::to_string(task));
  }
  std::stringstream trace;
  io::write_kineto_trace(trace, report::drawn(simulation).front());
  const Workload again = io::import_trace(io::read_torch_trace(trace, "trace"),
                                          {.name = "again", .device_name = "box", .cut = {}, .gpu = {}})
                             .workload;
  RC_ASSERT(again.tasks.size() == simulation.timeline.intervals.size());
  std::map<std::uint64_t, std::uint32_t> task_of;  // by stream
  std::map<std::uint32_t, std::string> last;       // by task of the drawn plan: its command before
  for (const Task& task : again.tasks) {
    const Stage stage = stage_of(task);
    const auto match = std::find_if(
        simulation.timeline.intervals.begin(), simulation.timeline.intervals.end(), [&](const Interval& interval) {
          const auto known = task_of.find(task.recorded->stream);
          return interval.stage == stage && (known == task_of.end() || known->second == interval.task) &&
                 (known != task_of.end() || !last.contains(interval.task)) &&
                 std::abs((interval.start - task.recorded->start).count()) <=
                     static_cast<double>(again.tasks.size() + 1) * kNanosecond &&
                 std::abs((interval.end - interval.start - time_of(task)).count()) <= 2 * kNanosecond;
        });
    RC_ASSERT(match != simulation.timeline.intervals.end());
    task_of.emplace(task.recorded->stream, match->task);
    const bool waits = std::any_of(task.after.begin(), task.after.end(), [&](const Predecessor& before) {
      return last.contains(match->task) && before.task == last[match->task];
    });
    RC_ASSERT(waits == last.contains(match->task));
    RC_ASSERT(task.after.size() <= 1U);
    last[match->task] = task.name;
  }
}

}  // namespace
}  // namespace warpshop::test
