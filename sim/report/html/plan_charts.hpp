#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/model/drawn_plan.hpp"
#include "sim/model/timeline_rows.hpp"
#include "sim/model/units.hpp"

namespace warpshop::report::html {

/// Timelines below one another, on one time axis; where kernels share, what they hold of the SMs below each.
std::string plan_charts(std::span<const DrawnPlan> plans, std::optional<Millis> bound);

/// What was predicted, and below it on one time axis what came of it. more: text beside that. alone: see GanttOptions.
std::string timelines(const std::vector<TimelineRows>& drawings, const std::string& more = "",
                      std::span<const Millis> alone = {});

}  // namespace warpshop::report::html
