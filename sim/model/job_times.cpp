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

}  // namespace warpshop
