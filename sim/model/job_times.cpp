#include "sim/model/job_times.hpp"

#include <algorithm>
#include <map>
#include <string_view>

namespace warpshop {

std::vector<JobTasks> jobs_of(const Workload& workload) {
  std::vector<JobTasks> jobs;
  std::map<std::string_view, std::size_t> numbers;
  std::uint32_t position = 0;
  for (const Task& task : workload.tasks) {
    if (task.job.empty()) {
      position += task.count;
      continue;
    }
    const auto [number, is_new] = numbers.try_emplace(task.job, jobs.size());
    if (is_new) {
      jobs.push_back({.name = task.job, .tasks = {}, .due = {}});
    }
    for (std::uint32_t repeat = 0; repeat < task.count; ++repeat) {
      jobs[number->second].tasks.push_back(position++);
    }
  }
  for (const JobSpec& job : workload.jobs) {
    jobs[numbers.at(job.name)].due = job.due;
  }
  return jobs;
}

std::vector<JobTimes> job_times(std::span<const JobTasks> jobs, const Timeline& timeline) {
  std::map<std::uint32_t, std::size_t> job_of;
  std::vector<JobTimes> times;
  for (const JobTasks& job : jobs) {
    for (const std::uint32_t task : job.tasks) {
      job_of[task] = times.size();
    }
    times.push_back({.name = job.name, .tasks = job.tasks.size(), .start = timeline.makespan, .due = job.due});
  }
  for (const Interval& interval : timeline.intervals) {
    if (const auto job = job_of.find(interval.task); job != job_of.end()) {
      JobTimes& own = times[job->second];
      own.start = std::min(own.start, interval.start);
      own.completion = std::max(own.completion, interval.end);
    }
  }
  return times;
}

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
