#pragma once

#include <array>
#include <vector>

#include "sim/model/units.hpp"
#include "tests/support/fleet_cases.hpp"

namespace warpshop::test {

/// When every stage ends, [task][Stage]; of no account for a missing one. From the specification alone (spec 1), in
/// bytes and bytes per second, as slow as it is plain: no resolve(), no rule shared with the engines.
std::vector<std::array<Millis, 3>> slow_ends(const FleetCase& fleet);

}  // namespace warpshop::test
