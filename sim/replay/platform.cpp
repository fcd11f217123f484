#include "sim/replay/platform.hpp"

#include <csignal>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <simgrid/s4u.hpp>

namespace warpshop::replay {
namespace {

namespace sg4 = simgrid::s4u;

/// The zone that holds all devices of this process's one engine. SimGrid takes over SIGINT when it starts; the program
/// keeps its own handler.
sg4::NetZone& root_zone() {
  static const std::unique_ptr<sg4::Engine> engine = [] {
    static std::string name = "warpshop";
    static std::string contexts = "--cfg=contexts/factory:" WARPSHOP_SIMGRID_CONTEXTS;
    static std::string stack = "--cfg=contexts/stack-size:256";
    static std::string quiet = "--log=root.thresh:error";
    static std::array<char*, 5> arguments{name.data(), contexts.data(), stack.data(), quiet.data(), nullptr};
    int count = static_cast<int>(arguments.size()) - 1;
    const auto interrupt = std::signal(SIGINT, SIG_DFL);
    auto made = std::make_unique<sg4::Engine>(&count, arguments.data());
    std::signal(SIGINT, interrupt);
    return made;
  }();
  static sg4::NetZone* const root = sg4::create_empty_zone("devices");
  return *root;
}

/// Whether SimGrid has run.
bool sealed = false;

/// Power states of a copy engine: 0 alone, then one for each pair of memories.
constexpr unsigned long kAlone = 0;
unsigned long beside(Memory own, Memory opposing) {
  return 1 + 2 * index(own) + index(opposing);
}

}  // namespace

Platform& Platform::of(const Rates& rates) {
  static std::map<Rates, Platform> platforms;
  const auto found = platforms.find(rates);
  if (found != platforms.end()) {
    return found->second;
  }
  if (sealed) {
    throw std::logic_error("replay::prepare() this device before the first replay: SimGrid has sealed its platform");
  }
  return platforms.emplace(rates, Platform(rates)).first->second;
}

Platform::Platform(const Rates& rates) {
  static int made = 0;
  const std::string device = "device" + std::to_string(made++);
  for (const Stage stage : kStages) {
    std::vector<double> speeds{1.0};
    if (stage != Stage::kernel) {
      const auto& direction = rates[index(stage) / 2];
      for (const auto& own : direction) {
        speeds.insert(speeds.end(), own.begin(), own.end());
      }
    }
    hosts_[index(stage)] = root_zone().create_host(device + '-' + std::string(name(stage)), speeds)->seal();
  }
}

void Platform::run() {
  sealed = true;
  sg4::Engine::get_instance()->run();
}

void Platform::begin_payload(Direction direction, Memory memory) {
  moving_[index(direction)] = memory;
  update_speeds();
}

void Platform::end_payload(Direction direction) {
  moving_[index(direction)].reset();
  update_speeds();
}

void Platform::update_speeds() {
  for (const std::size_t side : {0U, 1U}) {
    const auto own = moving_[side];
    const auto opposing = moving_[1 - side];
    const unsigned long state = own && opposing ? beside(*own, *opposing) : kAlone;
    if (states_[side] != state) {  // not the host's own: another actor may be on its way to change it
      states_[side] = state;
      hosts_[2 * side]->set_pstate(state);
    }
  }
}

}  // namespace warpshop::replay
