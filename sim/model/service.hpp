#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/model/basis.hpp"
#include "sim/model/cores_kept.hpp"
#include "sim/model/proxy_statistics.hpp"
#include "sim/model/timeline.hpp"
#include "sim/model/units.hpp"

namespace warpshop {

/// The stages of served tasks as they ran, counted from the start of the proxy.
struct ServiceTrace {
  Timeline timeline;                    ///< tasks are positions in task_names
  std::vector<std::string> task_names;  ///< `add 17`: what it does, and the number it was taken as
  bool complete = true;                 ///< no: there were more
};

/// What came of serving many tasks through a proxy.
struct Service {
  std::string workload;
  std::string device;  ///< name of the profile
  Basis basis = {};
  std::string backend;  ///< cuda or host
  std::string chip;     ///< what the device calls itself
  std::string policy;
  std::uint64_t asked = 0;     ///< tasks that were to be served
  std::optional<double> rate;  ///< tasks a second that were to come, as a Poisson process; none: each as one ends
  Millis duration{0};          ///< from the first submission to the last callback
  Millis stopping{0};          ///< from the order to stop to the last thread's end; 0: all tasks were served
  ProxyStatistics statistics;
  ServedLine all;
  std::vector<ServedLine> tasks, workers;  ///< by name, and by worker
  std::uint64_t checked = 0;               ///< tasks whose results were compared with those of the CPU
  std::uint64_t wrong = 0;                 ///< of which they differed
  std::vector<std::string> drift;          ///< what left the profile's confidence intervals, for people
  std::vector<std::string> complaints;     ///< what went wrong with workers or tasks, each kind once, for people
  Origin origin = {};
  std::optional<CoresKept> beside = {};  ///< where there was a target
};

}  // namespace warpshop
