#include "sim/model/task_times.hpp"

#include <algorithm>

namespace warpshop {

std::vector<TaskTimes> task_times(std::span<const Millis> releases, std::span<const Millis> due,
                                  const Timeline& timeline, std::size_t tasks) {
  std::vector<TaskTimes> times(tasks);
  for (std::size_t task = 0; task < tasks; ++task) {
    times[task].release = releases.empty() ? Millis{0} : releases[task];
    if (!due.empty() && due[task] < kNoDueDate) {
      times[task].due = due[task];
    }
  }
  for (const Interval& interval : timeline.intervals) {
    times[interval.task].completion = std::max(times[interval.task].completion, interval.end);
  }
  return times;
}

std::size_t late_tasks(std::span<const TaskTimes> times) {
  return static_cast<std::size_t>(
      std::count_if(times.begin(), times.end(), [](const TaskTimes& task) { return task.late(); }));
}

std::size_t due_tasks(std::span<const Millis> due) {
  return static_cast<std::size_t>(std::count_if(due.begin(), due.end(), [](Millis date) { return date < kNoDueDate; }));
}

std::vector<Millis> releases_of(const Instance& instance) {
  std::vector<Millis> releases;
  if (std::any_of(instance.jobs.begin(), instance.jobs.end(), [](const Job& job) { return job.release > Millis{0}; })) {
    releases.reserve(instance.size());
    for (const Job& job : instance.jobs) {
      releases.push_back(job.release);
    }
  }
  return releases;
}

}  // namespace warpshop
