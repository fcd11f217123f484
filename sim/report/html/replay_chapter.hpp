#pragma once

#include "sim/model/recorded_replay.hpp"
#include "sim/report/html/chapter.hpp"

namespace warpshop::report::html {

/// Whether an imported recording is to be trusted: the whole, engines, streams and jobs predicted beside recorded, both
/// timelines on one axis, and what the first half says of the second where that was asked for.
Chapter chapter(const RecordedReplay& replay);

}  // namespace warpshop::report::html
