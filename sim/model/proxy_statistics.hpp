#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/model/units.hpp"

namespace warpshop {

/// How tasks fared: all of them, those of a worker, or those of a name.
struct ServedLine {
  std::string name;
  std::uint64_t done = 0, failed = 0, withdrawn = 0;
  std::uint64_t refused = 0;  ///< were to be served and never taken; known of all and of workers
  Millis gpu_time{0};         ///< measured stages of the tasks done, added up
  // From when a task was handed in (with a rate: was to be) to when its callback was called; of tasks done, 0 without.
  Millis median{0}, percentile_95{0}, percentile_99{0};  ///< of the last 65 536 of each worker and name
  Millis worst{0};                                       ///< of all
};

struct ProxyStatistics {
  using Micros = std::chrono::duration<double, std::micro>;

  ServedLine all;  ///< latencies of the last 65 536 tasks done
  std::uint64_t lots = 0;
  double mean_lot = 0;              ///< tasks
  Micros planning{0};               ///< per task that was planned: choosing a lot, and the planner
  Micros submission{0};             ///< per task that was planned: calls of the driver and of `launch`, in full
  std::vector<ServedLine> workers;  ///< by name, which several may share; without latencies
};

}  // namespace warpshop
