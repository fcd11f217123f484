#pragma once

#include <optional>
#include <span>
#include <string>

#include "sim/model/drawn_plan.hpp"
#include "sim/model/units.hpp"

namespace warpshop::report::html {

/// Timelines below one another, on one time axis; where kernels share, what they hold of the SMs below each.
std::string plan_charts(std::span<const DrawnPlan> plans, std::optional<Millis> bound);

/// How busy the engines of a timeline are, and what copies lose by each other: a sentence or two.
std::string busy_text(const DrawnPlan& plan);

}  // namespace warpshop::report::html
