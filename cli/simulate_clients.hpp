#pragma once

#include <string>

#include "cli/output.hpp"
#include "cli/simulate_options.hpp"
#include "sim/model/client_timeline.hpp"
#include "sim/model/client_window.hpp"
#include "sim/model/workload.hpp"
#include "sim/study/set_devices.hpp"

namespace warpshop::cli {

/// `2s..3s`, what --window says. Throws InputError: it is no such text, or ends before it begins.
TimeWindow parse_window(const std::string& text);

/// `simulate` of a workload of clients: one way of sharing, the one that is named or that `compare` ranks first, with
/// what happens in a stretch of time. Throws InputError, also at an option that clients have no use for.
ClientTimeline simulate_clients(const SimulateOptions& options, const Workload& workload,
                                const study::SetDevices& devices, Progress& progress);

}  // namespace warpshop::cli
