#pragma once

#include <array>
#include <optional>

#include "sim/model/instance.hpp"
#include "sim/model/stage.hpp"

namespace simgrid::s4u {
class Host;
}

namespace warpshop::replay {

/// One simulated second is one nanosecond and hosts have speed 1: SimGrid's absolute precisions (1e-5 of work, 1e-9 of
/// time) then stay far below what a millisecond shows.
inline double to_simulated(Millis time) {
  return time.count() * 1e6;
}
inline Millis from_simulated(double time) {
  return Millis{time * 1e-6};
}

/// Three SimGrid hosts: the H2D engine, compute, the D2H engine. A copy engine has a power state for every relative
/// rate of the instance, and changes it when either direction begins or ends a payload, which changes at once the speed
/// of what runs on it.
class Platform {
 public:
  /// The platform of these rates, made when it is first asked for: SimGrid has one engine a process, and keeps its
  /// hosts.
  static Platform& of(const Rates& rates);

  simgrid::s4u::Host* host(Stage stage) const { return hosts_[index(stage)]; }

  /// Runs all actors to their ends.
  static void run();

  void begin_payload(Direction direction, Memory memory);
  void end_payload(Direction direction);

 private:
  explicit Platform(const Rates& rates);
  void update_speeds();

  std::array<simgrid::s4u::Host*, 3> hosts_{};
  std::array<std::optional<Memory>, 2> moving_;  ///< [Direction]
  std::array<unsigned long, 2> states_{};        ///< [Direction] power state
};

}  // namespace warpshop::replay
