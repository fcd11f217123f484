#pragma once

#include <ostream>

#include "sim/model/simulation.hpp"
#include "sim/report/text_table.hpp"

namespace warpshop::report {

/// What to set on a GPU for the clients, tasks or kernels of a plan that shares it, see share_settings(), or what
/// kernels held where it changes; the first ones of many. Nothing where there is nothing to set.
void settings_table(std::ostream& out, const Simulation& simulation, const format::Table& style);

}  // namespace warpshop::report
