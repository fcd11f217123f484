#include "sim/replay/paje.hpp"

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

#include "sim/replay/platform.hpp"
#include "sim/replay/replay.hpp"
#include "sim/replay/simulated_time.hpp"

namespace warpshop::replay {

namespace {

/// Whether the trace has an end: every container that was made (event 6) is given back (event 7). SimGrid does not say
/// when the disk is full.
bool is_whole(const std::string& file) {
  std::ifstream trace(file);
  long open = 0;
  bool any = false;
  bool ended = true;
  for (std::string line; std::getline(trace, line);) {
    open += line.starts_with("6 ") ? 1 : line.starts_with("7 ") ? -1 : 0;
    any = any || line.starts_with("7 ");
    ended = !trace.eof();
  }
  return any && open == 0 && ended;
}

}  // namespace

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
  if (!is_whole(file)) {
    throw std::runtime_error(file + ": SimGrid could not write its trace to the end: is there room?");
  }
}

}  // namespace warpshop::replay
