#pragma once

#include <ostream>

#include "sim/model/simulation.hpp"
#include "sim/report/text_table.hpp"

namespace warpshop::report {

/// What to set on a GPU for each kernel of a plan that shares it, see share_settings(); the first ones of many. Nothing
/// where no kernel shares.
void settings_table(std::ostream& out, const Simulation& simulation, const format::Table& style);

}  // namespace warpshop::report
