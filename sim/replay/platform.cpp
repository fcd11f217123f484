#include "sim/replay/platform.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <csignal>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <simgrid/s4u.hpp>

#include "sim/replay/simulated_time.hpp"

namespace warpshop::replay {

namespace sg4 = simgrid::s4u;

VariableLink::VariableLink(sg4::NetZone& zone, const std::string& name)
    : link_(zone.create_link(name, kWidest)
                ->set_latency(0)
                ->set_sharing_policy(
                    sg4::Link::SharingPolicy::NONLINEAR,
                    [width = width_](double widest, int /*communications*/) { return widest / kWidest * *width; })
                ->seal()) {}

void VariableLink::set_unit(double unit) {
  link_->set_bandwidth(kWidest * unit);
}

void VariableLink::set_width(double width) {
  *width_ = width;
  link_->set_bandwidth(link_->get_bandwidth());  // has the solver ask again
}

SharedLinks shared_links(sg4::NetZone& zone, const std::string& name) {
  const auto link = [&](Direction direction) {
    return VariableLink(zone, name + '-' + std::string(warpshop::name(direction)));
  };
  return {link(Direction::h2d), link(Direction::d2h)};
}

namespace {

namespace sg4 = simgrid::s4u;

using evaluate::MovingPayload;

/// Power states of a copy engine: 0 alone, then one for each pair of memories.
constexpr unsigned long kAlone = 0;
unsigned long beside(Memory own, Memory opposing) {
  return 1 + 2 * index(own) + index(opposing);
}

/// What a width of 1 moves in the longest replay: communications have whole sizes below 2^64.
constexpr double kLargestSize = 0x1p62;

}  // namespace

std::vector<Platform*> Platform::of(const Fleet& fleet) {
  std::map<Kind, std::size_t> copies;
  std::vector<Platform*> platforms;
  for (std::size_t device = 0; device < fleet.devices.size(); ++device) {
    Kind kind{.rates = fleet.devices[device].rates};
    if (const BusPort* port = fleet.port(device)) {
      kind.bus = port->bus;
      bus(port->bus).duplex = port->duplex;
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

Platform::Platform(const Kind& kind) : rates_(kind.rates) {
  static int made = 0;
  const std::string device = "device" + std::to_string(made++);
  sg4::NetZone& root = root_zone();  // before any other zone
  sg4::NetZone& zone = kind.bus ? *sg4::create_full_zone(device)->set_parent(&root) : root;
  compute_ = zone.create_host(device + "-kernel", 1.0)->seal();
  if (kind.bus) {
    bus_ = &bus(*kind.bus);
    memory_ = zone.create_host(device + "-memory", 1.0)->seal();
  }
  for (const Direction direction : {Direction::h2d, Direction::d2h}) {
    Engine& engine = engines_[index(direction)];
    const std::string engine_name = device + '-' + std::string(name(direction));
    std::vector<double> speeds{1.0};
    for (const auto& own : rates_[index(direction)]) {
      speeds.insert(speeds.end(), own.begin(), own.end());
    }
    engine.host = zone.create_host(engine_name, speeds)->seal();
    if (bus_ != nullptr) {
      engine.link.emplace(zone, engine_name + "-own");
      zone.add_route(engine.host->get_netpoint(), memory_->get_netpoint(), nullptr, nullptr,
                     {sg4::LinkInRoute(engine.link->link()), sg4::LinkInRoute(bus_->links[index(direction)].link())},
                     false);
    }
  }
  if (bus_ != nullptr) {
    zone.seal();
  }
}

void Platform::run() {
  sg4::Engine::get_instance()->run();
}

void Platform::begin() {
  if (bus_ != nullptr) {
    unit_ = kLargestSize / SimulatedTime::longest();
    for (const std::size_t side : {0U, 1U}) {
      bus_->links[side].set_unit(unit_);
      engines_[side].link->set_unit(unit_);
    }
  }
}

sg4::ActivityPtr Platform::activity(const MovingPayload& payload, double seconds) const {
  if (bus_ == nullptr) {
    return sg4::this_actor::exec_init(seconds);
  }
  const double size = std::round(seconds * payload.demand * unit_);
  return sg4::Comm::sendto_init(engine(payload.direction), memory_)->set_payload_size(static_cast<std::uint64_t>(size));
}

void Platform::begin_payload(const MovingPayload& payload) {
  engines_[index(payload.direction)].moves = payload;
  if (bus_ != nullptr) {
    ++bus_->moves[index(payload.direction)];
  }
  update_speeds();
}

void Platform::end_payload(Direction direction) {
  engines_[index(direction)].moves.reset();
  if (bus_ != nullptr) {
    --bus_->moves[index(direction)];
  }
  update_speeds();
}

double Platform::time_left(Direction direction, const sg4::Activity& activity) const {
  const Engine& engine = engines_[index(direction)];
  const bool on_links = engine.link && engine.moves;
  // Not Exec's own: that lets other actors run.
  return activity.sg4::Activity::get_remaining() / (on_links ? engine.link->width() * unit_ : engine.host->get_speed());
}

/// Whatever is set lets other actors run, which may change what is right.
void Platform::update_speeds() {
  while (bus_ != nullptr ? set_one_width() : set_one_speed()) {
  }
}

bool Platform::set_one_speed() {
  for (const std::size_t side : {0U, 1U}) {
    Engine& engine = engines_[side];
    const auto& opposing = engines_[1 - side].moves;
    const unsigned long state = engine.moves && opposing ? beside(engine.moves->memory, opposing->memory) : kAlone;
    if (engine.state != state) {
      engine.state = state;
      engine.host->set_pstate(state);
      return true;
    }
  }
  return false;
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
  for (const Engine& engine : engines_) {
    if (engine.moves) {
      payloads.push_back(*engine.moves);
    }
  }
  evaluate::set_copy_rates(rates_, {1, 1}, payloads);
  return std::any_of(payloads.begin(), payloads.end(),
                     [&](const MovingPayload& payload) {
                       return set(*engines_[index(payload.direction)].link, payload.speed * payload.demand);
                     }) ||
         set(bus_->links[0], bus_->moves[1] > 0 ? bus_->duplex[0] : 1) ||
         set(bus_->links[1], bus_->moves[0] > 0 ? bus_->duplex[1] : 1);
}

namespace sg4 = simgrid::s4u;

namespace {

/// Of this process, which has one engine.
std::vector<std::string>& more_options() {
  static std::vector<std::string> options;
  return options;
}

std::unique_ptr<sg4::Engine>& engine_of_process() {
  static std::unique_ptr<sg4::Engine> engine;
  return engine;
}

}  // namespace

void add_simgrid_options(const std::vector<std::string>& options) {
  more_options().insert(more_options().end(), options.begin(), options.end());
}

void end_simgrid() {
  engine_of_process().reset();
}

sg4::NetZone& root_zone() {
  static sg4::NetZone* const root = [] {
    static std::string name = "warpshop";
    static std::string contexts = "--cfg=contexts/factory:" WARPSHOP_SIMGRID_CONTEXTS;
    static std::string stack = "--cfg=contexts/stack-size:256";
    static std::string quiet = "--log=root.thresh:error";
    // communications take size / bandwidth, shared max-min fairly: nothing of TCP
    static std::array<std::string, 5> plain{"--cfg=network/bandwidth-factor:1", "--cfg=network/latency-factor:1",
                                            "--cfg=network/weight-S:0", "--cfg=network/TCP-gamma:0",
                                            "--cfg=network/crosstraffic:0"};
    static std::string shares = "--cfg=maxmin/precision:1e-12";  // of a bandwidth; 1e-5 would show
    static std::vector<char*> arguments{name.data(), contexts.data(), stack.data(), quiet.data(), shares.data()};
    for (std::string& option : plain) {
      arguments.push_back(option.data());
    }
    for (std::string& option : more_options()) {
      arguments.push_back(option.data());
    }
    int count = static_cast<int>(arguments.size());
    arguments.push_back(nullptr);
    const auto interrupt = std::signal(SIGINT, SIG_DFL);
    engine_of_process() = std::make_unique<sg4::Engine>(&count, arguments.data());
    std::signal(SIGINT, interrupt);
    return sg4::create_empty_zone("devices");
  }();
  return *root;
}

}  // namespace warpshop::replay
