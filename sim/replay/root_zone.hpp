#pragma once

#include <simgrid/s4u/NetZone.hpp>

namespace warpshop::replay {

/// The zone that holds all devices of this process's one engine. SimGrid takes over SIGINT when it starts; the program
/// keeps its own handler.
simgrid::s4u::NetZone& root_zone();

}  // namespace warpshop::replay
