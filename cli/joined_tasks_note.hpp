#pragma once

#include <string>

#include "cli/common_options.hpp"
#include "sim/model/fleet.hpp"
#include "sim/model/objective.hpp"

namespace warpshop::cli {

/// A note where what `after` joins, which is dealt as a whole, is so much that several devices get no faster: the bound
/// of all is what one such group takes by itself. `where` opens the note. Nothing for the sum of completion times.
void note_joined_tasks(const OutputOptions& output, const std::string& where, const Fleet& fleet, Objective objective);

}  // namespace warpshop::cli
