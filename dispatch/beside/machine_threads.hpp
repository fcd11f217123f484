#pragma once

#include <cstdint>
#include <optional>
#include <system_error>
#include <vector>

#include "dispatch/beside/core_set.hpp"
#include "sim/model/units.hpp"

namespace warpshop::dispatch {

/// How long a thread has run, and could have run but waited for a core, since it started.
struct ThreadTimes {
  Millis ran{0}, waited{0};
};

/// What is asked of the system about threads, by their numbers; a test's machine answers instead. Nothing throws but
/// std::bad_alloc. What becomes of a thread meanwhile is an answer like others: `no_such_process` it is gone,
/// `operation_not_permitted` it is somebody else's.
class MachineThreads {
 public:
  virtual ~MachineThreads() = default;

  /// All of a process; none: it is gone.
  virtual std::vector<int> of_process(int process) = 0;
  /// When a thread started, so that another one of its number is not taken for it; none: it is gone. Safe in a signal
  /// handler, as set_cores() is.
  virtual std::optional<std::uint64_t> started(int thread) const = 0;
  /// The cores that it may run on, into `cores`.
  virtual std::errc cores_of(int thread, CoreSet& cores) const = 0;
  virtual std::errc set_cores(int thread, const CoreSet& cores) const = 0;
  /// None: it is gone, or the system does not count that.
  virtual std::optional<ThreadTimes> times(int thread) const = 0;
};

/// Those of this Linux: sched_setaffinity(2), and /proc.
class LinuxThreads final : public MachineThreads {
 public:
  std::vector<int> of_process(int process) override;
  std::optional<std::uint64_t> started(int thread) const override;
  std::errc cores_of(int thread, CoreSet& cores) const override;
  std::errc set_cores(int thread, const CoreSet& cores) const override;
  std::optional<ThreadTimes> times(int thread) const override;
};

}  // namespace warpshop::dispatch
