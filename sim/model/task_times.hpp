#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "sim/model/instance.hpp"
#include "sim/model/timeline.hpp"
#include "sim/model/units.hpp"

namespace warpshop {

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
