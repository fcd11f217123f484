#include "sim/replay/platform.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <simgrid/s4u.hpp>

#include "sim/replay/root_zone.hpp"
#include "sim/replay/simulated_time.hpp"

namespace warpshop::replay {
namespace {

namespace sg4 = simgrid::s4u;

/// Power states of a copy engine: 0 alone, then one for each pair of memories; then the same beside memory-bound
/// kernels.
constexpr unsigned long kAlone = 0;
constexpr unsigned long kBesideKernels = 5;
unsigned long beside(Memory own, Memory opposing) {
  return 1 + 2 * index(own) + index(opposing);
}

/// What a bus moves in the longest replay: communications have whole sizes below 2^64.
constexpr double kLargestSize = 0x1p62;
/// Bandwidth of an engine's own link to a bus while nothing moves, relative to the bus.
constexpr double kIdleWidth = 2;

/// The link of a bus in one direction.
sg4::Link* bus_link(std::uint32_t bus, Direction direction) {
  static std::map<std::pair<std::uint32_t, Direction>, sg4::Link*> links;
  sg4::Link*& link = links[{bus, direction}];
  if (link == nullptr) {
    const std::string bus_name = "bus" + std::to_string(bus) + '-' + std::string(name(direction));
    link = root_zone().create_link(bus_name, 1.0)->set_latency(0)->seal();
  }
  return link;
}

}  // namespace

Platform& Platform::of(const Instance& instance) {
  Kind kind{.rates = instance.rates};
  if (instance.chip && instance.chip->interference) {
    kind.beside_kernels = {instance.chip->interference->h2d_beside_kernel,
                           instance.chip->interference->d2h_beside_kernel};
  }
  return of(kind);
}

std::vector<Platform*> Platform::of(const Fleet& fleet) {
  std::map<Kind, std::size_t> copies;
  std::vector<Platform*> platforms;
  for (std::size_t device = 0; device < fleet.devices.size(); ++device) {
    Kind kind{.rates = fleet.devices[device].rates};
    if (const BusSeat* seat = fleet.seat(device)) {
      kind.bus = seat->bus;
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
  return platforms.emplace(kind, Platform(kind)).first->second;
}

Platform::Platform(const Kind& kind) : rates_(kind.rates), beside_kernels_(kind.beside_kernels), bus_(kind.bus) {
  static int made = 0;
  const std::string device = "device" + std::to_string(made++);
  sg4::NetZone& root = root_zone();  // before any other zone
  sg4::NetZone& zone = bus_ ? *sg4::create_full_zone(device)->set_parent(&root) : root;
  for (const Stage stage : kStages) {
    std::vector<double> speeds{1.0};
    if (stage != Stage::kernel) {
      const auto& direction = rates_[index(stage) / 2];
      for (const auto& own : direction) {
        speeds.insert(speeds.end(), own.begin(), own.end());
      }
      for (std::size_t state = 0; state < kBesideKernels; ++state) {
        speeds.push_back(speeds[state] * beside_kernels_[index(stage) / 2]);
      }
    }
    hosts_[index(stage)] = zone.create_host(device + '-' + std::string(name(stage)), speeds)->seal();
  }
  if (bus_) {
    memory_ = zone.create_host(device + "-memory", 1.0)->seal();
    connect_to_bus(zone);
    zone.seal();
  }
}

void Platform::connect_to_bus(sg4::NetZone& zone) {
  for (const Direction direction : {Direction::h2d, Direction::d2h}) {
    const std::size_t side = index(direction);
    const std::string link = memory_->get_name() + '-' + std::string(name(direction));
    links_[side] = zone.create_link(link, 1.0)->set_latency(0)->seal();
    buses_[side] = bus_link(*bus_, direction);
    zone.add_route(hosts_[2 * side]->get_netpoint(), memory_->get_netpoint(), nullptr, nullptr,
                   {sg4::LinkInRoute(links_[side]), sg4::LinkInRoute(buses_[side])}, false);
  }
}

void Platform::run() {
  sg4::Engine::get_instance()->run();
}

void Platform::begin() {
  if (!bus_) {
    return;
  }
  unit_ = kLargestSize / SimulatedTime::longest();
  for (sg4::Link* const bus : buses_) {
    bus->set_bandwidth(unit_);
  }
  update_speeds();
}

sg4::ActivityPtr Platform::payload(Direction direction, double seconds, double demand) const {
  if (!bus_) {
    return sg4::this_actor::exec_init(seconds);
  }
  const double size = std::round(seconds * demand * unit_);
  return sg4::Comm::sendto_init(hosts_[2 * index(direction)], memory_)
      ->set_payload_size(static_cast<std::uint64_t>(size));
}

void Platform::begin_payload(Direction direction, Memory memory, double demand) {
  moving_[index(direction)] = memory;
  demands_[index(direction)] = demand;
  update_speeds();
}

void Platform::end_payload(Direction direction) {
  moving_[index(direction)].reset();
  update_speeds();
}

void Platform::set_beside_kernels(bool beside) {
  if (beside_ != beside) {
    beside_ = beside;
    update_speeds();
  }
}

/// What is set is remembered before it is: another actor may be on its way to change it.
void Platform::update_speeds() {
  for (const std::size_t side : {0U, 1U}) {
    const auto own = moving_[side];
    const auto opposing = moving_[1 - side];
    if (!bus_) {
      const unsigned long alone = own && opposing ? beside(*own, *opposing) : kAlone;
      const unsigned long state = alone + (own && beside_ ? kBesideKernels : 0);  // a latency takes what it takes
      if (states_[side] != state) {
        states_[side] = state;
        hosts_[2 * side]->set_pstate(state);
      }
    } else if (own) {
      const double rate = opposing ? rates_[side][index(*own)][index(*opposing)] : 1;
      set_bandwidth(side, rate * demands_[side] * unit_);
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
