#include "sim/replay/root_zone.hpp"

#include <array>
#include <csignal>
#include <memory>
#include <string>
#include <vector>

#include <simgrid/s4u.hpp>

namespace warpshop::replay {

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
