#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include <simgrid/forward.h>
#include <simgrid/s4u/NetZone.hpp>

#include "sim/evaluate/rates/copy_rates.hpp"
#include "sim/model/fleet.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/stage.hpp"

namespace warpshop::replay {

/// A SimGrid link whose bandwidth changes under what it carries. A communication never goes faster than its links could
/// when it started, so the link itself is as wide as any is ever set, and its solver is told the present width.
class VariableLink {
 public:
  /// The most that a link is ever set: rates are at most 2 relative to alone.
  static constexpr double kWidest = 4;

  VariableLink(simgrid::s4u::NetZone& zone, const std::string& name);

  simgrid::s4u::Link* link() const { return link_; }
  /// The bandwidth of a width of 1.
  void set_unit(double unit);
  double width() const { return *width_; }
  /// 0 < width ≤ kWidest. What is set is remembered before other actors run.
  void set_width(double width);

 private:
  std::shared_ptr<double> width_ = std::make_shared<double>(1.0);
  simgrid::s4u::Link* link_;
};

/// What copy engines of several devices share, by [Direction]: a bus.
using SharedLinks = std::array<VariableLink, 2>;
SharedLinks shared_links(simgrid::s4u::NetZone& zone, const std::string& name);

/// SimGrid hosts of speed 1: compute, an H2D and a D2H engine. A copy engine has a power state for every relative rate
/// of the instance, and changes it when either direction begins or ends a payload, which changes at once the speed of
/// what runs on it.
///
/// Where devices share a bus, payloads are communications from the copy engines to the host's memory, over two links:
/// one of the engine's own, whose width is changed where the power state is elsewhere, and the bus. SimGrid's solver
/// shares it max-min fairly.
class Platform {
 public:
  /// One for each device of a fleet, made when it is first asked for. To be asked before run(): SimGrid takes no new
  /// hosts once it has run.
  static std::vector<Platform*> of(const Fleet& fleet);

  simgrid::s4u::Host* compute() const { return compute_; }
  simgrid::s4u::Host* engine(Direction direction) const { return engines_[index(direction)].host; }

  /// Before a replay.
  void begin();
  /// Runs all actors to their ends, or until none can go on.
  static void run();

  /// A payload that takes so many simulated seconds alone, as an activity that has not started.
  simgrid::s4u::ActivityPtr activity(const evaluate::MovingPayload& payload, double seconds) const;
  /// A payload has started: it counts from now on.
  void begin_payload(const evaluate::MovingPayload& payload);
  void end_payload(Direction direction);
  /// Simulated seconds until what an engine does ends, if nothing changes; no more than that where others share its
  /// bus.
  double time_left(Direction direction, const simgrid::s4u::Activity& activity) const;

 private:
  /// What distinguishes the platforms of a process: copies are the devices of a fleet that are alike.
  struct Kind {
    Rates rates{};
    std::size_t copy = 0;
    std::optional<std::uint32_t> bus = {};
    auto key() const { return std::tie(rates, copy, bus); }
    friend bool operator<(const Kind& a, const Kind& b) { return a.key() < b.key(); }
  };
  /// Of several devices.
  struct Bus {
    SharedLinks links;
    std::array<double, 2> duplex{1, 1};    ///< BusPort::duplex
    std::array<std::uint32_t, 2> moves{};  ///< [Direction] payloads
  };
  struct Engine {
    simgrid::s4u::Host* host = nullptr;
    std::optional<VariableLink> link = {};  ///< where there is a bus
    std::optional<evaluate::MovingPayload> moves = {};
    unsigned long state = 0;  ///< power state
  };

  static Platform& of(const Kind& kind);
  static Bus& bus(std::uint32_t number);

  explicit Platform(const Kind& kind);
  void update_speeds();
  bool set_one_speed();
  bool set_one_width();

  Rates rates_;
  simgrid::s4u::Host* compute_ = nullptr;
  simgrid::s4u::Host* memory_ = nullptr;  ///< of the host, where there is a bus
  std::array<Engine, 2> engines_;         ///< [Direction]
  Bus* bus_ = nullptr;
  double unit_ = 1;  ///< bandwidth of a width of 1: sizes are whole numbers below 2^64
};

/// The zone that holds all devices of this process's one engine. SimGrid takes over SIGINT when it starts; the program
/// keeps its own handler.
simgrid::s4u::NetZone& root_zone();

/// What SimGrid is told beside that when it starts, as `--cfg=…`. To be called in a process that has not asked for
/// root_zone() yet.
void add_simgrid_options(const std::vector<std::string>& options);

/// Once all has been replayed that this process ever will: what SimGrid writes is written then.
void end_simgrid();

}  // namespace warpshop::replay
