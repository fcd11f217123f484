#pragma once

#include "sim/model/sweep.hpp"
#include "sim/report/html/chapter.hpp"

namespace warpshop::report::html {

/// Which policy is best where, how the speed-ups of each spread in every cell, and how they change along each axis.
Chapter chapter(const Sweep& sweep);

}  // namespace warpshop::report::html
