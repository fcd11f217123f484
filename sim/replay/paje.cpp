#include "sim/replay/paje.hpp"

#include <filesystem>
#include <stdexcept>

#include "sim/replay/fleet_replay.hpp"
#include "sim/replay/own_process.hpp"
#include "sim/replay/root_zone.hpp"
#include "sim/replay/simulated_time.hpp"

namespace warpshop::replay {

void write_paje(const Fleet& fleet, const Plan& plan, const std::string& file) {
  in_own_process({}, [&] {
    add_simgrid_options({"--cfg=tracing:yes", "--cfg=tracing/filename:" + file, "--cfg=tracing/actor:yes",
                         "--cfg=tracing/uncategorized:yes", "--cfg=tracing/precision:9"});
    SimulatedTime::use_milliseconds();
    replay_here(fleet, plan);
    end_simgrid();
    return Timeline{};
  });
  if (!std::filesystem::exists(file)) {
    throw std::runtime_error("engine simgrid: it wrote no trace, expected a SimGrid that was built with tracing");
  }
}

}  // namespace warpshop::replay
