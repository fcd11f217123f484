#pragma once

#include "sim/model/client_comparison.hpp"
#include "sim/model/client_timeline.hpp"
#include "sim/report/html/chapter.hpp"

namespace warpshop::report::html {

/// Ways of sharing between clients: which goals they keep, how long requests take, and, of results that have a window,
/// what happens in it.
Chapter chapter(const ClientComparison& comparison);

/// The same of one way.
Chapter chapter(const ClientTimeline& timeline);

}  // namespace warpshop::report::html
