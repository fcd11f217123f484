#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "dispatch/proxy/proxy_task.hpp"
#include "sim/model/proxy_statistics.hpp"

namespace warpshop::dispatch {

/// Counts a task that has ended. Whether it was done.
bool count(ServedLine& line, const Outcome& outcome) noexcept;

/// What became of tasks, and how long the last kKept of those that are done took.
class TaskCounts {
 public:
  static constexpr std::size_t kKept = 65'536;

  /// late ≥ 0: how long the task had to be handed in when it was. Where kKept are there, or there is no memory for
  /// another one, the oldest one goes.
  void add(const Outcome& outcome, Millis late = Millis{0}) noexcept;
  /// All of them: there are as many latencies as both have.
  void add(const TaskCounts& other);
  std::uint64_t ended() const { return line_.done + line_.failed + line_.withdrawn; }
  /// refused: tasks that were to be served and were never taken.
  ServedLine line(std::string name, std::uint64_t refused = 0) const;

 private:
  ServedLine line_;
  std::vector<double> latencies_;  ///< milliseconds
  std::size_t oldest_ = 0;
};

}  // namespace warpshop::dispatch
