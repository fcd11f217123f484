#pragma once

#include <string>
#include <vector>

#include <simgrid/s4u/NetZone.hpp>

namespace warpshop::replay {

/// The zone that holds all devices of this process's one engine. SimGrid takes over SIGINT when it starts; the program
/// keeps its own handler.
simgrid::s4u::NetZone& root_zone();

/// What SimGrid is told beside that when it starts, as `--cfg=…`. To be called in a process that has not asked for
/// root_zone() yet.
void add_simgrid_options(const std::vector<std::string>& options);

/// Once all has been replayed that this process ever will: what SimGrid writes is written then.
void end_simgrid();

}  // namespace warpshop::replay
