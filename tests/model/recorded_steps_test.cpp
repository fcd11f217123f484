#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/model/recorded_replay.hpp"

namespace warpshop {
namespace {

// Twice in each turn of a loop the same 256 B are copied, 8 ms after the kernel and 0.09 ms after the copy.
Workload loop(int turns) {
  Workload workload{.name = "loop", .file = "loop.yaml", .recorded_on = "gpu", .tasks = {}};
  Millis time{0};
  const auto add = [&](const std::string& stem, Millis lag, Millis lasts) {
    const std::size_t number = workload.tasks.size() + 1;
    Task task{.name = stem + '.' + std::to_string(number), .job = "job-" + std::to_string(number)};
    if (stem == "copy") {
      task.h2d = CopySpec{.amount = lasts, .size = Bytes{256}, .mark = {}};
    } else {
      task.kernel = KernelSpec{.work = lasts, .mark = {}};
    }
    if (number > 1) {
      task.after = {{workload.tasks.back().name, lag}};
    }
    const Millis start = time + (number > 1 ? lag : Millis{0});
    time = start + lasts;
    task.release = Millis{0.001 * static_cast<double>(number)};
    task.recorded = RecordedTimes{start, time, 1};
    workload.tasks.push_back(task);
  };
  for (int turn = 0; turn < turns; ++turn) {
    add("copy", Millis{8}, Millis{0.003});
    add("copy", Millis{0.09}, Millis{0.003});
    add("kernel", Millis{0.5}, Millis{2});
  }
  return workload;
}

/// Each task as soon as what it is behind lets it.
Timeline in_turn(const Workload& workload) {
  Timeline timeline;
  Millis end{0};
  for (std::uint32_t i = 0; i < workload.tasks.size(); ++i) {
    const Task& task = workload.tasks[i];
    const Millis start = std::max(task.release, end + (task.after.empty() ? Millis{0} : task.after[0].lag));
    end = start + (task.recorded->end - task.recorded->start);
    timeline.intervals.push_back({i, task.h2d ? Stage::h2d : Stage::kernel, start, end});
  }
  timeline.makespan = end;
  return timeline;
}

TEST(RecordedSteps, AJobOfOneCommandIsToldFromAnotherByWhatIsBeforeIt) {
  const Workload second = with_lags_of_first_half(loop(8));
  const StepPrediction prediction = predicted_steps(in_turn(second), second);
  ASSERT_EQ(prediction.steps.size(), 12U);
  for (const PredictedStep& step : prediction.steps) {
    EXPECT_NEAR(step.predicted.count(), step.recorded.count(), 1e-9) << step.job;
  }
}

// Step k of 0 … 9 has b from 10 k + 10 to 10 k + 12 ms and c from 10 k + 14 to 10 k + 16; the first has a before them,
// so that its second command is b, and that of all others c. Each b is 4 ms behind the c before it, and behind the
// second command of four steps before: that of step 4, which starts at 50, is 38 ms behind the b that ended at 12, and
// that of step 5, at 60, is 34 ms behind the c that ended at 26. No step of the first half has a lag behind a c of four
// steps before, so these stay; and as the loop does the same each time, all others do.
TEST(RecordedSteps, PlacesInUnlikeJobsAreDifferentCommands) {
  Workload workload{.name = "loop", .file = "loop.yaml", .recorded_on = "gpu", .tasks = {}};
  const auto add = [&](const std::string& stem, int step, double start, double lasts) -> Task& {
    const std::size_t number = workload.tasks.size() + 1;
    Task task{.name = stem + '.' + std::to_string(number), .job = "step-" + std::to_string(step)};
    task.kernel = KernelSpec{.work = Millis{lasts}, .mark = {}};
    task.release = Millis{0.001 * static_cast<double>(number)};
    task.recorded = RecordedTimes{Millis{start}, Millis{start + lasts}, 1};
    workload.tasks.push_back(task);
    return workload.tasks.back();
  };
  std::vector<std::vector<std::string>> names;  // by step
  add("a", 0, 0, 1);
  names.push_back({"a.1"});
  for (int step = 0; step < 10; ++step) {
    const double start = 10.0 * step + 10;
    names.resize(static_cast<std::size_t>(step) + 1);
    Task& b = add("b", step, start, 2);
    if (step > 0) {
      b.after.push_back({names[names.size() - 2].back(), Millis{4}});
    }
    if (step >= 4) {
      b.after.push_back({names[names.size() - 5][1], Millis{step == 4 ? 38.0 : 34.0}});
    }
    names.back().push_back(b.name);
    Task& c = add("c", step, start + 4, 2);
    c.after.push_back({names.back().back(), Millis{2}});
    names.back().push_back(c.name);
  }
  const Workload second = with_lags_of_first_half(workload);
  for (std::size_t task = 0; task < workload.tasks.size(); ++task) {
    ASSERT_EQ(second.tasks[task].after.size(), workload.tasks[task].after.size());
    for (std::size_t i = 0; i < workload.tasks[task].after.size(); ++i) {
      EXPECT_NEAR(second.tasks[task].after[i].lag.count(), workload.tasks[task].after[i].lag.count(), 1e-9)
          << second.tasks[task].name << " behind " << second.tasks[task].after[i].task;
    }
  }
}

// As many jobs as there are, no one a copy of another's text: in proportion to the commands.
TEST(RecordedSteps, AJobMayHaveManyCommands) {
  Workload workload = loop(40'000);
  for (std::size_t i = 0; i < workload.tasks.size(); ++i) {
    workload.tasks[i].job = "step-" + std::to_string(i / 30'000);
  }
  const Workload second = with_lags_of_first_half(workload);
  EXPECT_EQ(predicted_steps(in_turn(second), second).steps.size(), 2U);
}

}  // namespace
}  // namespace warpshop
