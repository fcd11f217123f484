#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "dispatch/proxy_task.hpp"
#include "sim/model/proxy_statistics.hpp"

namespace warpshop::dispatch {

/// Counts for ProxyStatistics. Under the lock of ProxyCore.
class ProxyTally {
 public:
  void add_lot(std::size_t tasks);
  void add_planning(std::chrono::nanoseconds spent) { planning_ += spent; }
  void add(const std::string& worker, const Outcome& outcome);
  ProxyStatistics statistics(std::chrono::nanoseconds submission) const;

 private:
  std::uint64_t lots_ = 0;
  std::uint64_t planned_ = 0;  ///< tasks
  std::chrono::nanoseconds planning_{0};
  std::map<std::string, WorkerStatistics> workers_;
  std::vector<double> latencies_;  ///< ms; full: the oldest one is replaced
  std::size_t next_latency_ = 0;
};

}  // namespace warpshop::dispatch
