#pragma once

#include <string>
#include <string_view>

#include "sim/model/objective.hpp"
#include "sim/model/units.hpp"

namespace warpshop::report {

/// What an objective's values are called: `makespan`, `sum w C`, `lateness`.
std::string_view objective_text(Objective objective);

/// How far a cost is above another one: in per cent to one decimal, lateness, which may be 0 or less, in ms to three;
/// `0 %` or `0 ms` only where they are tied, less than a decimal shows with as many as it needs: `0.004 %`.
std::string excess_text(Objective objective, Millis cost, Millis other);
/// And how far it is below.
std::string gain_text(Objective objective, Millis cost, Millis other);

}  // namespace warpshop::report
