#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <tuple>
#include <vector>

#include <simgrid/forward.h>

#include "sim/model/fleet.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/stage.hpp"

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
///
/// On a shared bus, payloads are communications from the copy engines to the host's memory, over two links: one of the
/// engine's own, whose bandwidth is changed where the power state is elsewhere, and that of the bus. SimGrid's solver
/// shares the bus max-min fairly. A communication never goes faster than its links could when it started, so a link
/// that is idle is as wide as the bus and more.
class Platform {
 public:
  /// The platform of these rates, made when it is first asked for: SimGrid has one engine a process, and keeps its
  /// hosts.
  static Platform& of(const Rates& rates);
  /// One for each device of a fleet.
  static std::vector<Platform*> of(const Fleet& fleet);

  simgrid::s4u::Host* host(Stage stage) const { return hosts_[index(stage)]; }

  /// Runs all actors to their ends.
  static void run();

  /// A payload of so much time alone, as an activity that has not started.
  simgrid::s4u::ActivityPtr payload(Direction direction, Memory memory, Millis time) const;
  /// A payload has started: it counts from now on.
  void begin_payload(Direction direction, Memory memory);
  void end_payload(Direction direction);
  /// Makes room for payloads of that time: communications have whole sizes below 2^64. Before a
  /// replay, the same for all devices of a bus.
  void expect_payloads_up_to(Millis longest);

 private:
  /// What distinguishes the platforms of a process: copies are the devices of a fleet that are alike.
  struct Kind {
    Rates rates{};
    std::size_t copy = 0;
    std::optional<BusSeat> seat = {};
    auto key() const {
      const BusSeat where = seat.value_or(BusSeat{});
      return std::tuple(rates, copy, seat.has_value(), where.bus, where.demand);
    }
    friend bool operator<(const Kind& a, const Kind& b) { return a.key() < b.key(); }
  };
  static Platform& of(const Kind& kind);

  explicit Platform(const Kind& kind);
  void connect_to_bus(simgrid::s4u::NetZone& zone);
  void update_speeds();
  double bandwidth(std::size_t side, Memory memory, double rate) const;
  void set_bandwidth(std::size_t side, double bandwidth);

  Rates rates_;
  std::optional<BusSeat> seat_;
  std::array<simgrid::s4u::Host*, 3> hosts_{};
  simgrid::s4u::Host* memory_ = nullptr;         ///< of the host, where there is a bus
  std::array<simgrid::s4u::Link*, 2> links_{};   ///< [Direction] of the engine's own
  std::array<simgrid::s4u::Link*, 2> buses_{};   ///< [Direction]
  double unit_ = 1;                              ///< bandwidth of the bus
  std::array<std::optional<Memory>, 2> moving_;  ///< [Direction]
  std::array<unsigned long, 2> states_{};        ///< [Direction] power state
  std::array<double, 2> bandwidths_{};           ///< [Direction] of the link
};

}  // namespace warpshop::replay
