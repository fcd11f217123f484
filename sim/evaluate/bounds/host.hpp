#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/evaluate/bounds/machines.hpp"
#include "sim/model/instance.hpp"

namespace warpshop::evaluate {

/// What tasks take, where one thread of each program issues them, of two machines a program:
/// - its host thread: Instance::host, and all of a task up to its last copy that blocks;
/// - its legacy default stream, where nothing is beside what is in it: all of a legacy task, and of another what the
///   thread waits for, of which nothing begins before a legacy task has ended that is issued before, nor lasts when one
///   begins that is issued behind.
/// Breadth first these are the copies that block, or the stages of a legacy task, alone, and nothing is known of the
/// tail.
class HostMachines {
 public:
  /// Keeps a reference.
  explicit HostMachines(const Instance& instance) : instance_(instance), machines_(instance.issue.programs) {}

  /// Before `thread` its host thread, and before `stream` its stream, has nothing to do with the task, nor before its
  /// release.
  void add(std::uint32_t task, Millis thread = Millis{0}, Millis stream = Millis{0});
  /// The largest Machine::bound().
  Millis bound() const;

 private:
  Visit visit_of(std::uint32_t task, bool of_stream) const;

  const Instance& instance_;
  std::vector<std::array<Machine, 2>> machines_;  ///< by program
};

/// Of all tasks; 0 of a thread a task. Releases are those of the workload, as a host waits for no precedence.
Millis host_bound(const Instance& instance);

}  // namespace warpshop::evaluate
