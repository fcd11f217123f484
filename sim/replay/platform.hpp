#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>
#include <vector>

#include <simgrid/forward.h>

#include "sim/model/fleet.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/stage.hpp"

namespace warpshop::replay {

/// Three SimGrid hosts of speed 1: the H2D engine, compute, the D2H engine. A copy engine has a power state for every
/// relative rate of the instance, and changes it when either direction begins or ends a payload, which changes at once
/// the speed of what runs on it.
///
/// On a shared bus, payloads are communications from the copy engines to the host's memory, over two links: one of the
/// engine's own, whose bandwidth is changed where the power state is elsewhere, and that of the bus. SimGrid's solver
/// shares the bus max-min fairly. A communication never goes faster than its links could when it started, so a link
/// that is idle is as wide as the bus and more.
class Platform {
 public:
  /// The platform of these rates, made when it is first asked for. To be asked before run(): SimGrid takes no new hosts
  /// once it has run.
  static Platform& of(const Instance& instance);
  /// One for each device of a fleet.
  static std::vector<Platform*> of(const Fleet& fleet);

  simgrid::s4u::Host* host(Stage stage) const { return hosts_[index(stage)]; }

  /// Before a replay.
  void begin();
  /// Runs all actors to their ends, or until none can go on.
  static void run();

  /// A payload that takes so many simulated seconds alone, as an activity that has not started. demand: of the bus, see
  /// BusSeat; of no account without one.
  simgrid::s4u::ActivityPtr payload(Direction direction, double seconds, double demand) const;
  /// A payload has started: it counts from now on.
  void begin_payload(Direction direction, Memory memory, double demand);
  void end_payload(Direction direction);
  /// Whether memory-bound kernels run: payloads are as fast then as Chip::interference says.
  void set_beside_kernels(bool beside);

 private:
  /// What distinguishes the platforms of a process: copies are the devices of a fleet that are alike.
  struct Kind {
    Rates rates{};
    std::array<double, 2> beside_kernels{1, 1};  ///< [Direction] speed of payload, where kernels share the GPU
    std::size_t copy = 0;
    std::optional<std::uint32_t> bus = {};
    auto key() const { return std::tie(rates, beside_kernels, copy, bus); }
    friend bool operator<(const Kind& a, const Kind& b) { return a.key() < b.key(); }
  };
  static Platform& of(const Kind& kind);

  explicit Platform(const Kind& kind);
  void connect_to_bus(simgrid::s4u::NetZone& zone);
  void update_speeds();
  void set_bandwidth(std::size_t side, double bandwidth);

  Rates rates_;
  std::array<double, 2> beside_kernels_;
  bool beside_ = false;  ///< memory-bound kernels run
  std::optional<std::uint32_t> bus_;
  std::array<simgrid::s4u::Host*, 3> hosts_{};
  simgrid::s4u::Host* memory_ = nullptr;         ///< of the host, where there is a bus
  std::array<simgrid::s4u::Link*, 2> links_{};   ///< [Direction] of the engine's own
  std::array<simgrid::s4u::Link*, 2> buses_{};   ///< [Direction]
  double unit_ = 1;                              ///< bandwidth of the bus: sizes are whole numbers below 2^64
  std::array<std::optional<Memory>, 2> moving_;  ///< [Direction]
  std::array<double, 2> demands_{};              ///< [Direction] of what moves, relative to the bus
  std::array<unsigned long, 2> states_{};        ///< [Direction] power state
  std::array<double, 2> bandwidths_{};           ///< [Direction] of the link
};

}  // namespace warpshop::replay
