#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <simgrid/s4u.hpp>

#include "sim/evaluate/events/shared/shared.hpp"
#include "sim/replay/simulated_time.hpp"

namespace warpshop::replay {

/// What cohorts of CTAs do between two changes, as SimGrid executions of one host with as many cores: each has as much
/// to do as the cohort has rounds of subtasks, and a bound for its speed. SimGrid says how far each has come.
class SharedServer {
 public:
  /// Keeps references.
  SharedServer(evaluate::Shared& compute, simgrid::s4u::Host* host, const SimulatedTime& time)
      : compute_(compute), host_(host), time_(time) {}

  /// Tells the compute engine how far all have come. To be called before anything else is asked of it.
  void sync(double now);
  /// Starts them; the actor of the engine waits until one of them ends, a timer of the engine runs out, or somebody
  /// calls wake(). The timer, if it was that one.
  std::optional<double> wait(double now);
  /// Ends them.
  void stop();
  /// Lets wait() end, if what runs is no longer what the engine has, or in any case.
  void wake(bool in_any_case);

 private:
  void start(double now);

  evaluate::Shared& compute_;
  simgrid::s4u::Host* host_;
  const SimulatedTime& time_;
  std::vector<evaluate::Shared::Work> work_;  ///< left at `synced_`
  double synced_ = 0;
  std::vector<simgrid::s4u::ExecPtr> executions_;
  simgrid::s4u::ExecPtr alarm_;  ///< ends when it is cancelled
  std::uint64_t version_ = 0;
};

}  // namespace warpshop::replay
