#pragma once

#include <ostream>
#include <vector>

#include <rapidcheck.h>

#include "sim/model/device.hpp"
#include "sim/model/plan.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::test {

/// Tasks, the devices that they are dealt to, and how.
struct FleetCase {
  Workload workload;
  std::vector<Device> devices;  ///< those of one name share its bus
  Plan plan;                    ///< of all devices, in ordered submission
};

// rapidcheck shows it when something fails.
std::ostream& operator<<(std::ostream& out, const FleetCase& fleet);

/// 2 … 4 devices of one profile or two, each with points over size and a bus or without, which may be narrower than one
/// of them, and narrower still both ways; 1 … most tasks of sizes and durations, some with a latency, of both memories,
/// some released later, some copies out behind a gate. No stage takes no time.
rc::Gen<FleetCase> any_fleet_case(int most);

}  // namespace warpshop::test
