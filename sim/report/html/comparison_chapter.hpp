#pragma once

#include <span>

#include "sim/model/comparison.hpp"
#include "sim/model/drawn_plan.hpp"
#include "sim/report/html/chapter.hpp"

namespace warpshop::report::html {

/// The best plan in a sentence, all policies by rank with their gaps to the lower bound, and the timelines drawn.
Chapter chapter(const Comparison& comparison, std::span<const DrawnPlan> drawn);

}  // namespace warpshop::report::html
