#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "dispatch/beside/cache_ways.hpp"
#include "dispatch/beside/core_set.hpp"
#include "dispatch/beside/machine_threads.hpp"
#include "dispatch/beside/moved_threads.hpp"
#include "dispatch/beside/request_log.hpp"
#include "sim/model/cores_kept.hpp"
#include "sim/model/serving_interval.hpp"
#include "sim/model/units.hpp"

namespace warpshop::dispatch {

/// Who shares which cores.
struct SharedCores {
  CoreSet cores;            ///< that both may use
  int serving = 0;          ///< process
  std::vector<int> beside;  ///< processes of best-effort work
};

/// Why nothing can be moved, in words: a single core, masks or times that cannot be read, nobody beside. Empty: it can.
std::string why_not(MachineThreads& machine, const SharedCores& shared);

/// Keeps as many cores for the threads that serve as a plan says, the first of those shared, never none; best-effort
/// processes have the others, or the last one with them where no other is left: they cannot be told to stand still
/// without the danger that they stand for ever. Used by one thread, in which no handler of signals runs.
class CoreController {
 public:
  /// Keeps machine and requests. All cores are kept until the first decision; nothing is moved before it. why_not() is
  /// empty. ways: to be split as well; none: cores alone, and there is one way.
  CoreController(MachineThreads& machine, SharedCores shared, ServingPlanner plan, RequestLog& requests, Millis now,
                 std::unique_ptr<CacheWays> ways = nullptr);

  /// Looks at the time since the last call, decides, and moves all threads that there are.
  void decide(Millis now);
  /// Everybody has what they had before; decide() moves nobody any more.
  void put_back() noexcept;
  /// The same of the one that there is; for a signal handler after which the program ends.
  static void put_back_before_the_end() noexcept;

  /// Of the time between the first and the last decision. Without what the requests came to.
  CoresKept kept() const;

 private:
  ThreadTimes times_of_serving();
  void split_ways(int serving);

  MachineThreads& machine_;
  SharedCores shared_;
  ServingPlanner plan_;
  RequestLog& requests_;
  MovedThreads moved_;
  std::unique_ptr<CacheWays> ways_;
  std::map<int, ThreadTimes> times_;
  Millis last_;
  ProcessorPart held_;
  bool decided_ = false;
  Millis time_{0}, core_time_{0}, way_time_{0};
  CoresKept kept_;
  std::vector<std::string> way_notes_;
};

}  // namespace warpshop::dispatch
