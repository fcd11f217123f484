#pragma once

#include <span>

#include "cli/run_options.hpp"
#include "sim/model/note.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::cli {

/// `run` of a workload of clients: their requests come in real time until the horizon, the policy's controller shares
/// the device among them, and what each got is printed beside what the simulator says of the same arrivals. Throws
/// InputError: no policy that shares, one that cannot be dispatched, what clients cannot have on hardware. played:
/// notes of read_to_run().
void run_clients(const RunOptions& options, const Workload& workload, std::span<const Note> played);

}  // namespace warpshop::cli
