#pragma once

#include <string_view>

#include "sim/model/simulation.hpp"
#include "sim/report/shown_table.hpp"

namespace warpshop::report {

/// What to set on a GPU for the clients, tasks or kernels of a plan that shares it, see share_settings(), or what
/// kernels held where it changes; the first ones of many. described: the simulation.
TextTable settings_table(const Simulation& simulation, const result::Described& described);

/// What stands above it; empty where there is nothing to set.
std::string_view settings_heading(const Simulation& simulation);

}  // namespace warpshop::report
