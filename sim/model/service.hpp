#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/model/proxy_statistics.hpp"
#include "sim/model/units.hpp"

namespace warpshop {

/// What came of serving many tasks through a proxy.
struct Service {
  std::string workload;
  std::string device;   ///< name of the profile
  std::string backend;  ///< cuda or host
  std::string chip;     ///< what the device calls itself
  std::string policy;
  std::uint64_t asked = 0;  ///< tasks that were to be served
  Millis duration{0};       ///< from the first submission to the last callback
  Millis stopping{0};       ///< from the order to stop to the last thread's end; 0: all tasks were served
  ProxyStatistics statistics;
  std::uint64_t checked = 0;            ///< tasks whose results were compared with those of the CPU
  std::uint64_t wrong = 0;              ///< of which they differed
  std::vector<std::string> drift;       ///< what left the profile's confidence intervals, for people
  std::vector<std::string> complaints;  ///< what went wrong with workers or tasks, each kind once, for people
};

}  // namespace warpshop
