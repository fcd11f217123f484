#pragma once

#include <iosfwd>

#include "dispatch/plan/runner.hpp"
#include "sim/model/plan.hpp"

namespace warpshop::dispatch {

/// What a process does that runs its tasks side by side with others (dispatch/clients/client_protocol.hpp): warms up,
/// says that it is ready, and runs the plan once for every line that it reads, until there are no more. `runner`: made
/// with Check::yes. plan: Submission::streams, as clients of MPS are (S5 3.6.3).
///
/// A run ends when the last command is known to have ended, and starts its measured makespan before that: clocks of the
/// device say how long commands took, that of the machine when. Both ends are late by the time that the notification
/// takes (some 10 us), about the same for all clients, so that it cancels out between the first start and the last end;
/// neither submission nor waking up at the start counts.
///
/// Throws DeviceError; std::runtime_error: a line that is no request.
void serve_client(std::istream& in, std::ostream& out, Runner& runner, const Plan& plan);

}  // namespace warpshop::dispatch
