#pragma once

#include <cstddef>
#include <deque>
#include <limits>
#include <span>
#include <vector>

#include "sim/host/applications.hpp"
#include "sim/host/queries.hpp"
#include "sim/host/speeds.hpp"
#include "sim/model/units.hpp"

namespace warpshop::host {

/// Queries and best-effort work on a simulated processor at one moment.
struct ServerState {
  struct Active {
    std::size_t query = 0;  ///< its number
    Millis started{0};
    Millis work_done{0};  ///< instructions, as a time at an IPC of 1
    double cores = 0;     ///< busy on average, with `ways`: what a rule sets
    double ways = 0;
  };
  Millis now{0};
  std::vector<Active> active;       ///< in the order in which they started
  std::deque<std::size_t> waiting;  ///< in the order in which they arrived
  std::vector<Running> best_effort;

  /// The first that waits begins, with nothing as yet.
  void start_first() {
    active.push_back({.query = waiting.front(), .started = now});
    waiting.pop_front();
  }
};

/// Who has what. A rule sees what a real one could: sizes, and work done so far, never phases or what is left.
class ServerRule {
 public:
  ServerRule() = default;
  ServerRule(const ServerRule&) = delete;
  ServerRule& operator=(const ServerRule&) = delete;
  virtual ~ServerRule() = default;

  /// Called after each arrival and end, and at wake_at(): starts who waits, sets what each has.
  virtual void decide(ServerState& state) = 0;
  /// When it wants to be called again, > now.
  virtual Millis wake_at() const { return Millis{std::numeric_limits<double>::infinity()}; }
};

struct ServerRun {
  std::vector<Millis> latencies;         ///< of each query, from its arrival to its end
  std::vector<Millis> best_effort_work;  ///< of each, as a time of one core with all ways on an idle memory
  Millis end{0};                         ///< of the last query
};

/// A run until all queries have been answered. Between events all speeds are constant. Queries in order of arrival. A
/// rule that lets all that is there stand still for ever is a bug (std::logic_error).
ServerRun run_server(const Processor& processor, const QueryApplication& application, std::span<const Query> queries,
                     std::span<const BestEffortApplication> best_effort, ServerRule& rule);

/// Best-effort work done in a run, over what it would have done alone on all cores with all ways in that time; of
/// several the sum.
double best_effort_throughput(const Processor& processor, std::span<const BestEffortApplication> best_effort,
                              const ServerRun& run);

}  // namespace warpshop::host
