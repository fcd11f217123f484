#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/model/units.hpp"

namespace warpshop {

/// Workers of one name share a line.
struct WorkerStatistics {
  std::string name;
  std::uint64_t done = 0, failed = 0, withdrawn = 0;
  Millis gpu_time{0};  ///< measured stages of the tasks done, added up
};

struct ProxyStatistics {
  using Micros = std::chrono::duration<double, std::micro>;

  std::uint64_t done = 0, failed = 0, withdrawn = 0;
  std::uint64_t lots = 0;
  double mean_lot = 0;       ///< tasks
  Micros planning{0};        ///< per task that was planned: choosing a lot, and the planner
  Micros submission{0};      ///< per task that was planned: calls of the driver and of `launch`, blocking ones in full
  Millis median_latency{0};  ///< from submit() to the callback; of the last 65 536 tasks done, 0 without any
  Millis latency_95{0};      ///< 95th percentile
  Millis latency_99{0};
  Millis worst_latency{0};                ///< of all tasks done
  std::vector<WorkerStatistics> workers;  ///< by name
};

}  // namespace warpshop
