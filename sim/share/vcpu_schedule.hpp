#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace warpshop::share {

/// Which clients' virtual CPUs are on the host's CPUs, period after period, and then anew. Clients by position.
class VcpuSchedule {
 public:
  /// Clients take turns in their order, on `cpus` CPUs; where there are not more of them than that, all are always on
  /// one. clients, cpus ≥ 1.
  VcpuSchedule(std::size_t clients, std::size_t cpus);
  /// As a table says: `cpus` numbers for each period, 1 the first client, 0 nobody. Throws InputError, which begins
  /// with `whose`: none at all, not whole periods, a number of a client that there is not.
  VcpuSchedule(std::span<const double> table, std::size_t clients, std::size_t cpus, const std::string& whose);

  bool on_cpu(std::size_t client, std::uint64_t period) const { return row(period)[client]; }
  /// What is left of a client's CPU credit when a period begins, 0 … 1 (ours): it is whole whenever the schedule begins
  /// anew, and as much of it goes in each period in which the client is on a CPU.
  double credit_left(std::size_t client, std::uint64_t period) const;

 private:
  const std::vector<bool>& row(std::uint64_t period) const { return rows_[period % rows_.size()]; }

  std::vector<std::vector<bool>> rows_;  ///< [period][client]
};

}  // namespace warpshop::share
