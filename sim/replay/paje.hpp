#pragma once

#include <string>

#include "sim/model/fleet.hpp"
#include "sim/model/plan.hpp"

namespace warpshop::replay {

/// Replays the plan once more, with SimGrid's own tracing on: a file in the Paje format, with what each host (engine)
/// does over time and which actors run there. Its times are milliseconds of the plan. Throws as simulate(), and
/// std::runtime_error if there is no file afterwards.
void write_paje(const Fleet& fleet, const Plan& plan, const std::string& file);

}  // namespace warpshop::replay
