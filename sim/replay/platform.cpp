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

using evaluate::MovingPayload;

/// Power states of a copy engine: 0 alone, then one for each pair of memories; then the same beside memory-bound
/// kernels.
constexpr unsigned long kAlone = 0;
constexpr unsigned long kBesideKernels = 5;
unsigned long beside(Memory own, Memory opposing) {
  return 1 + 2 * index(own) + index(opposing);
}

/// What a width of 1 moves in the longest replay: communications have whole sizes below 2^64.
constexpr double kLargestSize = 0x1p62;

}  // namespace

Platform& Platform::of(const Instance& instance, std::size_t partitions) {
  Kind kind{.rates = instance.rates, .partitions = partitions};
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
      bus(seat->bus).duplex = seat->duplex;
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

Platform::Bus& Platform::bus(std::uint32_t number) {
  static std::map<std::uint32_t, Bus> buses;
  const auto found = buses.find(number);
  return found != buses.end()
             ? found->second
             : buses.emplace(number, Bus{.links = shared_links(root_zone(), "bus" + std::to_string(number))})
                   .first->second;
}

Platform::Platform(const Kind& kind) : rates_(kind.rates), beside_kernels_(kind.beside_kernels) {
  static int made = 0;
  const std::string device = "device" + std::to_string(made++);
  const bool shares = kind.bus || kind.partitions > 1;
  sg4::NetZone& root = root_zone();  // before any other zone
  sg4::NetZone& zone = shares ? *sg4::create_full_zone(device)->set_parent(&root) : root;
  if (kind.bus) {
    bus_ = &bus(*kind.bus);
  } else if (shares) {
    link_ = shared_links(root, device + "-link");
  }
  compute_ = zone.create_host(device + "-kernel", 1.0)->seal();
  if (shares) {
    memory_ = zone.create_host(device + "-memory", 1.0)->seal();
  }
  engines_.resize(kind.partitions);
  for (std::size_t partition = 0; partition < kind.partitions; ++partition) {
    const std::string owner = kind.partitions > 1 ? device + '-' + std::to_string(partition + 1) : device;
    for (const Direction direction : {Direction::h2d, Direction::d2h}) {
      Engine& engine = engines_[partition][index(direction)];
      const std::string engine_name = owner + '-' + std::string(name(direction));
      engine.host = engine_host(zone, engine_name, direction);
      if (shares) {
        engine.link.emplace(zone, engine_name + "-own");
        zone.add_route(engine.host->get_netpoint(), memory_->get_netpoint(), nullptr, nullptr,
                       {sg4::LinkInRoute(engine.link->link()), sg4::LinkInRoute((*shared())[index(direction)].link())},
                       false);
      }
    }
  }
  if (shares) {
    zone.seal();
  }
}

sg4::Host* Platform::engine_host(sg4::NetZone& zone, const std::string& name, Direction direction) const {
  std::vector<double> speeds{1.0};
  for (const auto& own : rates_[index(direction)]) {
    speeds.insert(speeds.end(), own.begin(), own.end());
  }
  for (std::size_t state = 0; state < kBesideKernels; ++state) {
    speeds.push_back(speeds[state] * beside_kernels_[index(direction)]);
  }
  return zone.create_host(name, speeds)->seal();
}

SharedLinks* Platform::shared() {
  return bus_ != nullptr ? &bus_->links : link_ ? &*link_ : nullptr;
}

void Platform::run() {
  sg4::Engine::get_instance()->run();
}

void Platform::begin() {
  if (SharedLinks* const links = shared()) {
    unit_ = kLargestSize / SimulatedTime::longest();
    for (VariableLink& each : *links) {
      each.set_unit(unit_);
    }
    for (auto& engines : engines_) {
      for (Engine& engine : engines) {
        engine.link->set_unit(unit_);
      }
    }
  }
}

sg4::ActivityPtr Platform::activity(std::size_t partition, const MovingPayload& payload, double seconds) const {
  if (memory_ == nullptr) {
    return sg4::this_actor::exec_init(seconds);
  }
  const double size = std::round(seconds * payload.demand * unit_);
  return sg4::Comm::sendto_init(engine(partition, payload.direction), memory_)
      ->set_payload_size(static_cast<std::uint64_t>(size));
}

void Platform::begin_payload(std::size_t partition, const MovingPayload& payload) {
  engines_[partition][index(payload.direction)].moves = payload;
  if (bus_ != nullptr) {
    ++bus_->moves[index(payload.direction)];
  }
  update_speeds();
}

void Platform::end_payload(std::size_t partition, Direction direction) {
  engines_[partition][index(direction)].moves.reset();
  if (bus_ != nullptr) {
    --bus_->moves[index(direction)];
  }
  update_speeds();
}

void Platform::set_beside_kernels(bool beside) {
  if (beside_ != beside) {
    beside_ = beside;
    update_speeds();
  }
}

double Platform::time_left(std::size_t partition, Direction direction, const sg4::Activity& activity) const {
  const Engine& engine = engines_[partition][index(direction)];
  const bool on_links = engine.link && engine.moves;
  // Not Exec's own: that lets other actors run.
  return activity.sg4::Activity::get_remaining() / (on_links ? engine.link->width() * unit_ : engine.host->get_speed());
}

/// Whatever is set lets other actors run, which may change what is right.
void Platform::update_speeds() {
  while (memory_ != nullptr ? set_one_width() : set_one_speed()) {
  }
}

bool Platform::set_one_speed() {
  for (const Direction direction : {Direction::h2d, Direction::d2h}) {
    Engine& engine = engines_.front()[index(direction)];
    if (const unsigned long state = state_of(direction); engine.state != state) {
      engine.state = state;
      engine.host->set_pstate(state);
      return true;
    }
  }
  return false;
}

unsigned long Platform::state_of(Direction direction) const {
  const auto& own = engines_.front()[index(direction)].moves;
  const auto& opposing = engines_.front()[1 - index(direction)].moves;
  const unsigned long alone = own && opposing ? warpshop::replay::beside(own->memory, opposing->memory) : kAlone;
  return alone + (own && beside_ ? kBesideKernels : 0);  // a latency takes what it takes
}

bool Platform::set_one_width() {
  const auto set = [](VariableLink& link, double width) {
    const bool other = link.width() != width;
    if (other) {
      link.set_width(width);
    }
    return other;
  };
  std::vector<MovingPayload> payloads;
  std::vector<VariableLink*> own;
  for (auto& engines : engines_) {
    for (Engine& engine : engines) {
      if (engine.moves) {
        payloads.push_back(*engine.moves);
        own.push_back(&*engine.link);
      }
    }
  }
  const std::array<double, 2> widths =
      evaluate::set_rates(rates_, beside_ ? beside_kernels_ : std::array{1.0, 1.0}, payloads);
  for (std::size_t i = 0; i < own.size(); ++i) {
    if (set(*own[i], payloads[i].speed * payloads[i].demand)) {
      return true;
    }
  }
  for (const std::size_t side : {0U, 1U}) {
    const double shared_width = bus_ == nullptr ? widths[side] : bus_->moves[1 - side] > 0 ? bus_->duplex[side] : 1;
    if (set((*shared())[side], shared_width)) {
      return true;
    }
  }
  return false;
}

}  // namespace warpshop::replay
