#pragma once

#include "sim/model/drawn_plan.hpp"
#include "sim/report/html/chapter.hpp"

namespace warpshop::report::html {

/// How long a plan takes in a sentence, its timeline, and what is to be set on a GPU where kernels share it.
Chapter chapter(const DrawnPlan& plan);

}  // namespace warpshop::report::html
