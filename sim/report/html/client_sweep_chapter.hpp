#pragma once

#include "sim/model/client_sweep.hpp"
#include "sim/report/html/chapter.hpp"

namespace warpshop::report::html {

/// Up to which values every goal is kept, how latencies grow towards them under each policy, and every cell.
Chapter chapter(const ClientSweep& sweep);

}  // namespace warpshop::report::html
