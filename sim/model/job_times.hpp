#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/model/instance.hpp"
#include "sim/model/timeline.hpp"
#include "sim/model/units.hpp"
#include "sim/model/workload.hpp"

namespace warpshop {

/// The tasks of a job.
struct JobTasks {
  std::string name;
  std::vector<std::uint32_t> tasks;  ///< by position in the workload, repeats expanded
  std::optional<Millis> due;         ///< d_J
};

/// When a job starts, is to have ended, and ends in a timeline.
struct JobTimes {
  std::string name;
  std::size_t tasks = 0;      ///< how many, ≥ 1
  Millis start{0};            ///< of the first command of any of its tasks
  std::optional<Millis> due;  ///< d_J
  Millis completion{0};       ///< C_J: end of the last command of any

  /// d_J - C_J: below 0 where it is late; none without a due date.
  std::optional<Millis> slack() const { return due ? std::optional(*due - completion) : std::nullopt; }
  /// C_J > d_J, and not tied.
  bool late() const { return due && clearly_less(*due, completion); }
};

/// All jobs that tasks are part of, as they come first in the workload.
std::vector<JobTasks> jobs_of(const Workload& workload);

/// One a job, in the same order.
std::vector<JobTimes> job_times(std::span<const JobTasks> jobs, const Timeline& timeline);

/// When a task may start, is to have ended, and ends in a timeline.
struct TaskTimes {
  Millis release{0};          ///< r_j
  std::optional<Millis> due;  ///< d_j
  Millis completion{0};       ///< C_j: end of its last command; 0 where it has none

  /// d_j - C_j: below 0 where it is late; none without a due date.
  std::optional<Millis> slack() const { return due ? std::optional(*due - completion) : std::nullopt; }
  /// C_j > d_j, and not tied.
  bool late() const { return due && clearly_less(*due, completion); }
};

/// By position in the workload. Releases and due dates by position, too: empty where all are 0, or kNoDueDate.
std::vector<TaskTimes> task_times(std::span<const Millis> releases, std::span<const Millis> due,
                                  const Timeline& timeline, std::size_t tasks);

/// How many are late.
std::size_t late_tasks(std::span<const TaskTimes> times);

/// How many have a due date.
std::size_t due_tasks(std::span<const Millis> due);

/// r_j by position; empty where all are 0.
std::vector<Millis> releases_of(const Instance& instance);

}  // namespace warpshop
