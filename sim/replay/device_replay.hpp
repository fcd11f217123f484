#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <simgrid/s4u.hpp>

#include "sim/evaluate/events/engines.hpp"
#include "sim/evaluate/events/exclusive.hpp"
#include "sim/evaluate/events/interval_recorder.hpp"
#include "sim/evaluate/events/readiness.hpp"
#include "sim/model/fleet.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/plan.hpp"
#include "sim/model/timeline.hpp"
#include "sim/replay/platform.hpp"
#include "sim/replay/simulated_time.hpp"

namespace warpshop::replay {

/// The actors of one device, and what they share. SimGrid runs one actor at a time, so nothing here needs a lock.
class DeviceReplay {
 public:
  /// Keeps references. port: on the bus of the platform, if it has one.
  DeviceReplay(Platform& platform, const Instance& instance, const Plan& plan, const SimulatedTime& time,
               const BusPort* port)
      : platform_(platform),
        instance_(instance),
        plan_(plan),
        engines_(instance, plan.order, plan.submission, evaluate::Waits(plan)),
        recorder_(plan.order.size()),
        time_(time),
        port_(port) {
    platform_.begin();
  }

  /// Makes the actors; Platform::run() runs them.
  void begin();
  /// After Platform::run(). Throws std::runtime_error: SimGrid came to a stop before every command had ended.
  Timeline timeline() const;

  // What Engines::dispatch tells.
  void start(Stage stage, std::uint32_t slot);
  void pass(Stage stage, std::uint32_t slot);

 private:
  /// An actor, and what its engine has been given to do.
  struct Server {
    simgrid::s4u::SemaphorePtr work_came;
    bool idle = false;
    std::optional<std::uint32_t> slot;
    simgrid::s4u::ActivityPtr waiting_for;  ///< what the actor is blocked on
  };

  /// Never less than it was.
  double now() {
    latest_ = std::max(latest_, time_.now().count());
    return latest_;
  }
  /// When something happens next, as evaluate::DeviceSimulation says it.
  double next_event();
  template <class Serve>
  void add_server(Server& server, const std::string& name, simgrid::s4u::Host* host, const Serve& serve);
  /// The actor of a copy engine, and of a compute engine: does what the engine is given until there is nothing left.
  void serve_copies(Direction direction);
  void serve_kernels();
  /// Until the engine has something to do; whether it has: else all is done.
  bool await_work(Server& server);
  /// What an engine did has ended, which it is told before any other actor runs.
  void finish(Stage stage, std::uint32_t slot);
  double ended(Stage stage, std::uint32_t slot);
  /// What has happened is decided on, if its instant is over; else by whoever is told last of what happens then.
  void settle();
  /// Has an actor wait for the next release, which may be a sooner one than that it waits for: a task that ends lets
  /// others go when their lags have passed, and a round that begins brings releases of its own.
  void await_releases();
  /// The actor that lets tasks in as their release times come.
  void release();
  static void wake(Server& server);
  void move_payload(Direction direction, std::uint32_t slot);
  void execute(Server& server, Millis duration);
  /// Until an activity that has started ends.
  static void wait_for(Server& server, const simgrid::s4u::ActivityPtr& activity);

  Platform& platform_;
  const Instance& instance_;
  const Plan& plan_;
  evaluate::Engines<evaluate::Exclusive> engines_;
  evaluate::IntervalRecorder recorder_;
  SimulatedTime time_;
  const BusPort* port_;
  double latest_ = 0;
  double last_end_ = 0;
  double awaited_release_ = evaluate::kNever;  ///< what the actor of release() waits for
  simgrid::s4u::SemaphorePtr sooner_release_;  ///< of that actor; nothing: there is none now
  std::array<Server, 2> copies_;               ///< [Direction]
  Server kernels_;
  std::vector<Server*> given_;  ///< work, and not woken yet
};

}  // namespace warpshop::replay
