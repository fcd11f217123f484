#include "dispatch/plan/repeated_run.hpp"

#include <algorithm>
#include <span>
#include <string>

#include "dispatch/drift/observed_stage.hpp"
#include "dispatch/plan/concrete_task.hpp"
#include "dispatch/plan/measure.hpp"
#include "sim/stats/median.hpp"

namespace warpshop::dispatch {
namespace {

/// What a measured timeline says of each stage of those tasks; in free streams nothing of kernels, since their start
/// events say when their streams came to them, not when they began.
std::vector<ObservedStage> observed_stages(const Timeline& timeline, Submission submission,
                                           const std::vector<ConcreteTask>& tasks) {
  std::vector<ObservedStage> stages;
  stages.reserve(timeline.intervals.size());
  for (const Interval& interval : timeline.intervals) {
    if (interval.stage == Stage::kernel && submission == Submission::streams) {
      continue;
    }
    const ConcreteTask& task = tasks[interval.task];
    ObservedStage stage{.stage = interval.stage, .start = interval.start, .end = interval.end};
    if (interval.stage == Stage::kernel) {
      stage.kernel = KernelCall{.name = std::string(task.kernel->code.name), .elements = task.elements};
    } else {
      const ConcreteTask::Transfer& copy = interval.stage == Stage::h2d ? *task.h2d : *task.d2h;
      stage.memory = copy.memory;
      stage.size = copy.size;
    }
    stages.push_back(stage);
  }
  return stages;
}

/// Of each task; empty: it has none.
std::vector<std::string> kernel_names(const std::vector<ConcreteTask>& tasks) {
  std::vector<std::string> names;
  names.reserve(tasks.size());
  for (const ConcreteTask& task : tasks) {
    names.emplace_back(task.kernel != nullptr ? task.kernel->code.name : "");
  }
  return names;
}

}  // namespace

RepeatedRun repeated_run(Runner& runner, const Plan& plan, unsigned repeat, Check check, Drift& drift,
                         const std::function<void(const std::string&)>& progress) {
  const MeasureOptions measuring{.check = [&](std::size_t) { return check; },
                                 .rule = {.max_relative_error = 0, .min_samples = repeat, .max_samples = repeat},
                                 .progress = progress};
  std::vector<Timeline> timelines;
  std::vector<double> submissions;  // microseconds, of those that know it
  const std::vector<std::string> kernels = kernel_names(runner.tasks());
  const Contestant alone = contestant(runner, plan);
  Measurements measured =
      measure(std::span(&alone, 1), measuring, [&](std::size_t /*plan*/, const Repetition& repetition) {
        timelines.push_back(repetition.timeline);
        drift.add(observed_stages(repetition.timeline, plan.submission, runner.tasks()));
        drift.add_shared(repetition.timeline, kernels);
        if (repetition.submission) {
          submissions.push_back(repetition.submission->count());
        }
      });
  RepeatedRun run{.makespans = std::move(measured.makespans.front()), .wrong = std::move(measured.wrong)};
  std::stable_sort(timelines.begin(), timelines.end(),
                   [](const Timeline& a, const Timeline& b) { return a.makespan < b.makespan; });
  run.median = std::move(timelines[(timelines.size() - 1) / 2]);
  if (!submissions.empty()) {
    run.submission.emplace(stats::median(submissions));
  }
  return run;
}

}  // namespace warpshop::dispatch
