#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "dispatch/proxy/latencies.hpp"
#include "dispatch/proxy/proxy_task.hpp"
#include "sim/model/proxy_statistics.hpp"

namespace warpshop::dispatch {

/// Counts for ProxyStatistics. Under the lock of ProxyCore.
class ProxyCounts {
 public:
  void add_lot(std::size_t tasks);
  void add_planning(std::chrono::nanoseconds spent) { planning_ += spent; }
  /// Makes space for what its tasks will come to; its name may be there already.
  void add_worker(const std::string& name) { workers_[name].name = name; }
  /// Of one of these workers. Where there is no memory for another latency, the oldest one goes.
  void add(const std::string& worker, const Outcome& outcome) noexcept;
  std::uint64_t ended() const { return ended_; }
  ProxyStatistics statistics(std::chrono::nanoseconds submission) const;

 private:
  std::uint64_t ended_ = 0;
  std::uint64_t lots_ = 0;
  std::uint64_t planned_ = 0;  ///< tasks
  std::chrono::nanoseconds planning_{0};
  std::map<std::string, WorkerStatistics> workers_;
  Latencies latencies_;
  Millis worst_latency_{0};
};

}  // namespace warpshop::dispatch
