#include "sim/replay/platform.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <simgrid/s4u.hpp>

#include "sim/replay/root_zone.hpp"

namespace warpshop::replay {
namespace {

namespace sg4 = simgrid::s4u;

/// Whether SimGrid has run.
bool sealed = false;

/// Power states of a copy engine: 0 alone, then one for each pair of memories.
constexpr unsigned long kAlone = 0;
unsigned long beside(Memory own, Memory opposing) {
  return 1 + 2 * index(own) + index(opposing);
}

/// Bandwidth of a bus unless payloads are too long for it, in the units in which sizes are whole: 1e-6 ns of the bus.
constexpr double kUnit = 1e6;
constexpr double kLargestPayload = 4e18;
/// Bandwidth of an engine's own link to a bus while nothing moves, relative to the bus.
constexpr double kIdleWidth = 2;

/// The link of a bus in one direction.
sg4::Link* bus_link(std::uint32_t bus, Direction direction) {
  static std::map<std::pair<std::uint32_t, Direction>, sg4::Link*> links;
  sg4::Link*& link = links[{bus, direction}];
  if (link == nullptr) {
    const std::string bus_name = "bus" + std::to_string(bus) + '-' + std::string(name(direction));
    link = root_zone().create_link(bus_name, kUnit)->set_latency(0)->seal();
  }
  return link;
}

}  // namespace

Platform& Platform::of(const Rates& rates) {
  return of(Kind{.rates = rates});
}

std::vector<Platform*> Platform::of(const Fleet& fleet) {
  std::map<Kind, std::size_t> copies;
  std::vector<Platform*> platforms;
  for (std::size_t device = 0; device < fleet.devices.size(); ++device) {
    Kind kind{.rates = fleet.devices[device].rates};
    if (const BusSeat* seat = fleet.seat(device)) {
      kind.seat = *seat;
    }
    const std::size_t copy = copies[kind]++;
    kind.copy = copy;
    platforms.push_back(&of(kind));
  }
  return platforms;
}

Platform& Platform::of(const Kind& kind) {
  static std::map<Kind, Platform> platforms;
  const auto found = platforms.find(kind);
  if (found != platforms.end()) {
    return found->second;
  }
  if (sealed) {
    throw std::logic_error("replay::prepare() this device before the first replay: SimGrid has sealed its platform");
  }
  return platforms.emplace(kind, Platform(kind)).first->second;
}

Platform::Platform(const Kind& kind) : rates_(kind.rates), seat_(kind.seat) {
  static int made = 0;
  const std::string device = "device" + std::to_string(made++);
  sg4::NetZone& root = root_zone();  // before any other zone
  sg4::NetZone& zone = seat_ ? *sg4::create_full_zone(device)->set_parent(&root) : root;
  for (const Stage stage : kStages) {
    std::vector<double> speeds{1.0};
    if (stage != Stage::kernel) {
      const auto& direction = rates_[index(stage) / 2];
      for (const auto& own : direction) {
        speeds.insert(speeds.end(), own.begin(), own.end());
      }
    }
    hosts_[index(stage)] = zone.create_host(device + '-' + std::string(name(stage)), speeds)->seal();
  }
  if (seat_) {
    memory_ = zone.create_host(device + "-memory", 1.0)->seal();
    connect_to_bus(zone);
    zone.seal();
  }
}

void Platform::connect_to_bus(sg4::NetZone& zone) {
  for (const Direction direction : {Direction::h2d, Direction::d2h}) {
    const std::size_t side = index(direction);
    const std::string link = memory_->get_name() + '-' + std::string(name(direction));
    links_[side] = zone.create_link(link, kUnit)->set_latency(0)->seal();
    buses_[side] = bus_link(seat_->bus, direction);
    zone.add_route(hosts_[2 * side]->get_netpoint(), memory_->get_netpoint(), nullptr, nullptr,
                   {sg4::LinkInRoute(links_[side]), sg4::LinkInRoute(buses_[side])}, false);
  }
}

void Platform::run() {
  sealed = true;
  sg4::Engine::get_instance()->run();
}

void Platform::expect_payloads_up_to(Millis longest) {
  if (!seat_) {
    return;
  }
  unit_ = std::min(kUnit, kLargestPayload / to_simulated(std::max(longest, Millis{1})));
  for (sg4::Link* const bus : buses_) {
    bus->set_bandwidth(unit_);
  }
  update_speeds();
}

double Platform::bandwidth(std::size_t side, Memory memory, double rate) const {
  return rate * seat_->demand[side][index(memory)] * unit_;
}

sg4::ActivityPtr Platform::payload(Direction direction, Memory memory, Millis time) const {
  const std::size_t side = index(direction);
  if (!seat_) {
    return sg4::this_actor::exec_init(to_simulated(time));
  }
  const double size = std::round(to_simulated(time) * bandwidth(side, memory, 1));
  return sg4::Comm::sendto_init(hosts_[2 * side], memory_)->set_payload_size(static_cast<std::uint64_t>(size));
}

void Platform::begin_payload(Direction direction, Memory memory) {
  moving_[index(direction)] = memory;
  update_speeds();
}

void Platform::end_payload(Direction direction) {
  moving_[index(direction)].reset();
  update_speeds();
}

/// What is set is remembered before it is: another actor may be on its way to change it.
void Platform::update_speeds() {
  for (const std::size_t side : {0U, 1U}) {
    const auto own = moving_[side];
    const auto opposing = moving_[1 - side];
    if (!seat_) {
      const unsigned long state = own && opposing ? beside(*own, *opposing) : kAlone;
      if (states_[side] != state) {
        states_[side] = state;
        hosts_[2 * side]->set_pstate(state);
      }
    } else if (own) {
      set_bandwidth(side, bandwidth(side, *own, opposing ? rates_[side][index(*own)][index(*opposing)] : 1));
    } else {
      set_bandwidth(side, kIdleWidth * unit_);
    }
  }
}

void Platform::set_bandwidth(std::size_t side, double bandwidth) {
  if (bandwidths_[side] != bandwidth) {
    bandwidths_[side] = bandwidth;
    links_[side]->set_bandwidth(bandwidth);
  }
}

}  // namespace warpshop::replay
