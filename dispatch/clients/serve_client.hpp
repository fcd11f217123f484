#pragma once

#include <chrono>
#include <cstddef>
#include <iosfwd>
#include <optional>
#include <string>

#include "dispatch/plan/runner.hpp"
#include "sim/model/plan.hpp"

namespace warpshop::dispatch {

// How a process talks, over their stdin and stdout, with those that run tasks for it: a line each.
//   client: ready                               everything is in memory, and a warm-up has run
//   parent: go NANOSECONDS                      run once, from that time on
//   parent: check NANOSECONDS                   the same, and compare the results
//   client: done START END COMMANDS CORRECT     after either
// Times are nanoseconds of the steady clock, which all processes of a machine share (CLOCK_MONOTONIC). CORRECT is 0
// once the results of the warm-up or of a check were wrong, else 1. A client ends when its stdin does.

using ClientClock = std::chrono::steady_clock;

inline constexpr const char* kClientReady = "ready";

struct ClientRequest {
  Check check = Check::no;
  ClientClock::time_point start;
};

/// What a client says of a run.
struct ClientRun {
  ClientClock::time_point start;  ///< of its first command; with release times, of the plan
  ClientClock::time_point end;    ///< of its last command; of the comparison where results were compared
  std::size_t commands = 0;
  bool correct = false;  ///< results of the warm-up and of every check so far
};

/// A line, without its end.
std::string request_line(const ClientRequest& request);
std::string run_line(const ClientRun& run);

/// None: the line is no such thing.
std::optional<ClientRequest> parse_client_request(const std::string& line);
std::optional<ClientRun> parse_client_run(const std::string& line);

/// What a process does that runs its tasks side by side with others, as above: warms up,
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
