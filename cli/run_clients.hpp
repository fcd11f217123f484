#pragma once

#include <span>

#include "cli/run_options.hpp"
#include "sim/model/note.hpp"
#include "sim/model/units.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::cli {

/// `run` of a workload of clients: their requests come in real time until the horizon, the policy's controller shares
/// the device among them, and what each got is printed beside what the simulator says of the same arrivals. Throws
/// InputError: no policy that shares, one that cannot be dispatched, what clients cannot have on hardware.
/// played: notes of read_to_run().
void run_clients(const RunOptions& options, const Workload& workload, std::span<const Note> played);

/// What `serve` is told of clients beside that.
struct ClientServing {
  Millis horizon{0};    ///< 0: the workload's
  bool admits = false;  ///< see ClientSet::admits
};

/// The same, but threads hand the requests in as they come, a thread a client; and after a signal what is under way is
/// seen through, and told.
void serve_clients(const RunOptions& options, const ClientServing& serving, Workload workload,
                   std::span<const Note> played);

}  // namespace warpshop::cli
