#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sim/model/device.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/plan.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::test {

/// A row of tests/reference/makespans_k20c.csv.
struct ReferenceMakespan {
  int step = 0;
  std::string algorithm;
  Order order;
  double makespan_ms = 0;
};
std::vector<ReferenceMakespan> reference_makespans();

/// A workload that ships with the project, by file name.
Workload shipped_workload(const std::string& file);
/// Names of all of them, sorted.
std::vector<std::string> shipped_workloads();
/// Names of the shipped devices.
inline const std::vector<std::string>& shipped_devices() {
  static const std::vector<std::string> names{"k20c", "gtx980", "titanx"};
  return names;
}

/// workloads/four-tasks.yaml on k20c: MM, BS, TM, VA.
Instance four_tasks_on_k20c();

}  // namespace warpshop::test
