#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>

#include <simgrid/s4u.hpp>

#include "sim/evaluate/events/engines.hpp"
#include "sim/evaluate/events/exclusive.hpp"
#include "sim/evaluate/events/interval_recorder.hpp"
#include "sim/evaluate/events/shared/shared.hpp"
#include "sim/model/fleet.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/plan.hpp"
#include "sim/model/timeline.hpp"
#include "sim/replay/platform.hpp"
#include "sim/replay/simulated_time.hpp"

namespace warpshop::replay {

/// The actors of one device, and what they share. SimGrid runs one actor at a time, so nothing here needs a lock.
/// Compute: see evaluate::Engines; Exclusive, or Shared for a plan whose kernels share the GPU.
template <class Compute>
class DeviceReplay {
 public:
  /// Keeps references. seat: on the bus of the platform, if it has one. of_compute: what Compute wants to know.
  template <class... OfCompute>
  DeviceReplay(Platform& platform, const Instance& instance, const Plan& plan, const SimulatedTime& time,
               const BusSeat* seat, const OfCompute&... of_compute)
      : platform_(platform),
        instance_(instance),
        plan_(plan),
        engines_(instance, plan.order, plan.submission, evaluate::Waits(plan), of_compute...),
        recorder_(plan.order.size()),
        time_(time),
        seat_(seat) {
    platform_.begin();
  }

  /// Makes the actors; Platform::run() runs them.
  void begin();
  /// After Platform::run(). Throws std::runtime_error: SimGrid came to a stop before every command had ended.
  Timeline timeline() const;
  /// What kernels that share have held.
  std::vector<Residency> take_residencies();

  // What Engines::dispatch tells.
  void start(Stage stage, std::uint32_t slot);
  void stop(Stage stage, std::uint32_t slot);
  void pass(Stage stage, std::uint32_t slot);

 private:
  static constexpr double kNever = std::numeric_limits<double>::infinity();
  static constexpr bool kShares = std::is_same_v<Compute, evaluate::Shared>;

  /// An actor, and what its engine has been given to do.
  struct Server {
    simgrid::s4u::SemaphorePtr work_came;
    bool idle = false;
    std::optional<std::uint32_t> slot;
    std::uint64_t stops = 0;                ///< how often something was taken back
    simgrid::s4u::ActivityPtr waiting_for;  ///< what the actor is blocked on
  };

  /// Never less than it was.
  double now() {
    latest_ = std::max(latest_, time_.now().count());
    return latest_;
  }
  /// The actor of an engine: does what the engine is given until there is nothing left.
  void serve(Stage stage);
  /// The actor of a compute engine that kernels share: waits for what that says happens next, until it says something
  /// else.
  void serve_shared();
  void restart_shared();
  /// The kernels that have ended are told to the engines.
  void end_kernels();
  /// Copies and kernels that run now tell each other so, see Chip::interference.
  void interfere();
  /// A payload begins or ends to move.
  void move(Direction direction, bool moves);
  /// Has an actor wait for the next release, which may be a sooner one than that it waits for: a task that ends lets
  /// others go when their lags have passed, and a round that begins brings releases of its own.
  void await_releases();
  /// The actor that lets tasks in as their release times come.
  void release();
  void dispatch();
  void dispatch_engines();
  /// A stage has ended, now.
  double ended(Stage stage, std::uint32_t slot);
  static void wake(Server& server);
  /// Every call into SimGrid lets other actors run, and one of them may take the work back: the rest is skipped then.
  void work(Stage stage, std::uint32_t slot);
  void execute(Stage stage, Millis duration, std::uint64_t stops);
  /// Until an activity that has started ends or is taken back.
  void wait_for(Stage stage, const simgrid::s4u::ActivityPtr& activity, std::uint64_t stops);

  Platform& platform_;
  const Instance& instance_;
  const Plan& plan_;
  evaluate::Engines<Compute> engines_;
  evaluate::IntervalRecorder recorder_;
  SimulatedTime time_;
  const BusSeat* seat_;
  std::array<bool, 2> moves_{};  ///< [Direction] payload
  double latest_ = 0;
  std::uint64_t version_ = 0;  ///< of what the compute engine has said, where kernels share
  double last_end_ = 0;
  double awaited_release_ = kNever;            ///< what the actor of release() waits for
  simgrid::s4u::SemaphorePtr sooner_release_;  ///< of that actor; nothing: there is none now
  std::array<Server, 3> servers_;
};

}  // namespace warpshop::replay
