#pragma once

#include <ostream>

#include "sim/model/client_timeline.hpp"
#include "sim/result/format.hpp"

namespace warpshop::report {

/// What each client gets, and what happens in the window: a chart of it where the style has charts, and its commands,
/// the first ones of many.
void print(std::ostream& out, const format::Table& style, const ClientTimeline& timeline);

}  // namespace warpshop::report
