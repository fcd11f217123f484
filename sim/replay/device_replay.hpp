#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>

#include <simgrid/s4u.hpp>

#include "sim/evaluate/events/engines.hpp"
#include "sim/evaluate/events/exclusive.hpp"
#include "sim/evaluate/events/interval_recorder.hpp"
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
  /// Keeps references. seat: on the bus of the platform, if it has one.
  DeviceReplay(Platform& platform, const Instance& instance, const Plan& plan, const SimulatedTime& time,
               const BusSeat* seat = nullptr);

  /// Makes the actors; Platform::run() runs them.
  void begin();
  /// After Platform::run(). Throws std::runtime_error: SimGrid came to a stop before every command had ended.
  Timeline timeline() const;

  // What Engines::dispatch tells.
  void start(Stage stage, std::uint32_t slot);
  void stop(Stage stage, std::uint32_t slot);
  void pass(Stage stage, std::uint32_t slot);

 private:
  static constexpr double kNever = std::numeric_limits<double>::infinity();

  /// An actor, and what its engine has been given to do.
  struct Server {
    simgrid::s4u::SemaphorePtr work_came;
    bool idle = false;
    std::optional<std::uint32_t> slot;
    std::uint64_t stops = 0;                ///< how often something was taken back
    simgrid::s4u::ActivityPtr waiting_for;  ///< what the actor is blocked on
  };

  double now() const { return time_.now().count(); }
  /// The actor of an engine: does what the engine is given until there is nothing left.
  void serve(Stage stage);
  /// A round that begins may bring releases when those of the rounds before it are over.
  void await_releases();
  /// The actor that lets tasks in as their release times come.
  void release();
  void dispatch();
  static void wake(Server& server);
  /// Every call into SimGrid lets other actors run, and one of them may take the work back: the rest is skipped then.
  void work(Stage stage, std::uint32_t slot);
  void execute(Stage stage, Millis duration, std::uint64_t stops);
  /// Until an activity that has started ends or is taken back.
  void wait_for(Stage stage, const simgrid::s4u::ActivityPtr& activity, std::uint64_t stops);

  Platform& platform_;
  const Instance& instance_;
  const Plan& plan_;
  evaluate::Engines<evaluate::Exclusive> engines_;
  evaluate::IntervalRecorder recorder_;
  SimulatedTime time_;
  const BusSeat* seat_;
  double last_end_ = 0;
  bool releasing_ = false;
  std::array<Server, 3> servers_;
};

}  // namespace warpshop::replay
