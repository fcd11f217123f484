#include "sim/replay/platform.hpp"

#include <csignal>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <simgrid/s4u.hpp>

namespace warpshop::replay {
namespace {

namespace sg4 = simgrid::s4u;

/// The zone of this process's one engine. SimGrid takes over SIGINT when it starts; the program keeps its own handler.
sg4::NetZone& zone() {
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

/// Power states of a copy engine: 0 alone, then one for each pair of memories.
constexpr unsigned long kAlone = 0;
unsigned long beside(Memory own, Memory opposing) {
  return 1 + 2 * index(own) + index(opposing);
}

}  // namespace

Platform& Platform::of(const Rates& rates) {
  static std::map<Rates, Platform> platforms;
  const auto found = platforms.find(rates);
  return found != platforms.end() ? found->second : platforms.emplace(rates, Platform(rates)).first->second;
}

Platform::Platform(const Rates& rates) {
  static int made = 0;
  const std::string prefix = "device" + std::to_string(made++) + "-";
  for (const Stage stage : kStages) {
    std::vector<double> speeds{1.0};
    if (stage != Stage::kernel) {
      const auto& direction = rates[index(stage) / 2];
      for (const auto& own : direction) {
        speeds.insert(speeds.end(), own.begin(), own.end());
      }
    }
    hosts_[index(stage)] = zone().create_host(prefix + std::string(name(stage)), speeds)->seal();
  }
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
    sg4::Host* host = hosts_[2 * side];
    if (host->get_pstate() != state) {
      host->set_pstate(state);
    }
  }
}

}  // namespace warpshop::replay
