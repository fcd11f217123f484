#pragma once

#include "sim/model/placing.hpp"
#include "sim/report/html/chapter.hpp"

namespace warpshop::report::html {

/// Which job goes to which GPU: policies, the GPUs over time, who sits where, what to set.
Chapter chapter(const Placing& placing);

}  // namespace warpshop::report::html
